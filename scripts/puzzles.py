"""Mines, explains, grades and checks puzzles: scripts/puzzles.py mine|explain|grade|check GAME.

    scripts/puzzles.py mine marrakech --players 4 --seed 1 --games 100
    scripts/puzzles.py explain marrakech
    scripts/puzzles.py grade marrakech
    scripts/puzzles.py check facir --remove

`mine` adds what it finds to the file in the package, so it may be called again with another
--first; `--seconds` ends it earlier. `explain` adds what every other move
loses, and why, where that is missing. `grade` asks the levels of today which of them finds a
puzzle, and drops what the strongest one misses. `check` plays on from every puzzle anew and lists
those that fail.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import jemaa.analysis.puzzles as shipped
from jemaa.analysis.mining import check, explained, graded, mine
from jemaa.analysis.puzzles import Puzzle, read, written
from jemaa.cli.terminal import with_progress
from jemaa.players.registry import LEVELS

FOLDER = Path(shipped.__file__).parent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("action", choices=("mine", "explain", "grade", "check"))
    parser.add_argument("game", choices=("marrakech", "facir"))
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=100.0, help="stop after so long")
    parser.add_argument("--most", type=int, default=40, help="keep so many of a level")
    parser.add_argument("--remove", action="store_true", help="check: remove those that fail")
    options = parser.parse_args()
    path = FOLDER / shipped.PUZZLES.format(game=options.game)
    known = read(path.read_bytes()) if path.exists() else ()
    actions = {"mine": _mine, "explain": _explain, "grade": _grade, "check": _check}
    actions[options.action](options, path, known)


def _mine(options: argparse.Namespace, path: Path, known: tuple[Puzzle, ...]) -> None:
    end = time.process_time() + options.seconds
    numbers = range(options.first, options.first + options.games)
    found = {puzzle.id: puzzle for puzzle in known}
    levels = Counter(puzzle.level for puzzle in known)
    played = sound = 0
    wanted = {level for level in LEVELS if levels[level] < options.most}
    games = mine(options.game, options.players, options.seed, numbers, wanted)
    for puzzles in with_progress(games, options.games, lambda _: 1):
        played += 1
        for puzzle in puzzles:
            sound += 1
            if puzzle.id not in found and levels[puzzle.level] < options.most:
                levels[puzzle.level] += 1
                found[puzzle.id] = puzzle
        wanted -= {level for level in LEVELS if levels[level] >= options.most}
        path.write_bytes(written(tuple(found.values())))
        if time.process_time() > end or not wanted:
            break
    spread = ", ".join(f"{level} {levels[level]}" for level in LEVELS)
    print(f"games {options.first} to {options.first + played - 1}: {sound} puzzles; "
          f"{len(found)} in the file: {spread}")  # fmt: skip


def _explain(options: argparse.Namespace, path: Path, known: tuple[Puzzle, ...]) -> None:
    found = {puzzle.id: puzzle for puzzle in known}
    made = (explained(puzzle, options.seed) for puzzle in known)
    for puzzle in with_progress(made, len(known), lambda _: 1):
        found[puzzle.id] = puzzle
    path.write_bytes(written(tuple(found.values())))
    told = sum(bool(p.why_not(move)) for p in found.values() for move in p.losses)
    print(f"{told} of {sum(len(p.losses) for p in found.values())} other moves have a reason")


def _grade(options: argparse.Namespace, path: Path, known: tuple[Puzzle, ...]) -> None:
    made = with_progress(map(graded, known), len(known), lambda _: 1)
    kept = tuple(puzzle for puzzle in made if puzzle is not None)
    path.write_bytes(written(kept))
    before = {puzzle.id: puzzle.level for puzzle in known}
    moved = sum(puzzle.level != before[puzzle.id] for puzzle in kept)
    levels = Counter(puzzle.level for puzzle in kept)
    spread = ", ".join(f"{level} {levels[level]}" for level in LEVELS)
    print(f"{len(kept)} of {len(known)} puzzles kept, {moved} have another grade: {spread}")


def _check(options: argparse.Namespace, path: Path, known: tuple[Puzzle, ...]) -> None:
    end = time.process_time() + options.seconds
    wrong: list[Puzzle] = []

    def checked() -> Iterator[tuple[Puzzle, str]]:
        for puzzle in known:
            yield puzzle, check(puzzle, options.seed) if time.process_time() < end else "?"

    tried = 0
    for puzzle, reason in with_progress(checked(), len(known), lambda _: 1):
        if reason == "?":
            continue
        tried += 1
        if reason:
            wrong.append(puzzle)
            print(f"{puzzle.id} {puzzle.position}: {reason}")
    print(f"{tried} of {len(known)} puzzles checked, {len(wrong)} fail")
    if options.remove and wrong:
        gone = {puzzle.id for puzzle in wrong}
        path.write_bytes(written(tuple(p for p in known if p.id not in gone)))


if __name__ == "__main__":
    main()
