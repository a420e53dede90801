"""What the analysis is for at the terminal: `jemaa review` and `jemaa puzzle`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from jemaa import catalog
from jemaa.analysis import Plan, Review, answer
from jemaa.analysis.puzzles import Puzzle, PuzzleError, find, of_the_day, puzzles
from jemaa.cli.files import find_game, read_move, read_text
from jemaa.cli.lookup import move_list, refused
from jemaa.cli.parser import UsageError
from jemaa.cli.terminal import (
    Words,
    ask,
    columns,
    find_language,
    json_text,
    painted,
    printable,
    with_progress,
    wrapped,
)
from jemaa.core.errors import InvalidNotationError, quoted
from jemaa.core.record import Record
from jemaa.core.view import View
from jemaa.players.registry import LEVELS

WHOLE = 100
"""The progress is shown in percent."""
LIST, TELL = "moves", "solution"
"""What can be typed besides a move; `?` lists the moves too, as in a game."""


def run_review(options: argparse.Namespace) -> int:
    """Review a record and print what was found; after Ctrl-C, what was found so far."""
    match = catalog.open_record(Record.parse(read_text(options.file)))
    words = Words(find_language(options.language))
    plan = Plan(match, seat=options.seat, quick=options.quick, seed=options.seed)
    cut_short = False
    try:
        for _ in with_progress(_steps(plan), WHOLE, lambda part: part):
            pass
    except KeyboardInterrupt:
        print(file=sys.stderr)
        cut_short = True
    _show(plan.review(), options, words)
    return 130 if cut_short else 0


def _steps(plan: Plan) -> Iterator[int]:
    """Answer the questions of a plan, and give the percent that each has brought."""
    shown = 0
    while plan.question is not None:
        plan.take(answer(plan.question))
        done = int(WHOLE * plan.progress)
        yield done - shown
        shown = done


def _show(review: Review, options: argparse.Namespace, words: Words) -> None:
    if options.svg is not None:
        picture = review.svg(seat=options.seat, language=words.language)
        if options.svg == "-":
            print(picture)
            return
        Path(options.svg).write_text(picture + "\n", "utf-8")
    if options.json:
        import msgspec

        print(json_text(msgspec.json.decode(review.to_json())))
        return
    for line in review.describe(words.language, options.seat).split("\n"):
        # A table is wider than what is set in lines, and stays as it is.
        is_table = line.count("  ") > 4
        text = printable(line)
        print(text if is_table else wrapped([text.strip()], indent=_indent(text)))


def _indent(line: str) -> str:
    return " " * (len(line) - len(line.lstrip()))


def run_puzzle(options: argparse.Namespace) -> int:
    """Show a puzzle, and let somebody try moves until one is right."""
    puzzle = _chosen(options)
    words = Words(find_language(options.language))
    if options.json:
        print(json_text(_as_json(puzzle, words)))
        return 0
    view = puzzle.view()
    same = puzzles(puzzle.game)
    number = next(at for at, one in enumerate(same, 1) if one.id == puzzle.id)
    title = words("analysis.puzzle-title", game=view.game.title, number=number, all=len(same))
    print(f"{title} ({puzzle.id})\n")
    print(painted(view.game.picture(view, words.language, columns())), end="\n\n")
    name = view.game.seat_name(view, puzzle.seat, words.language)
    _say(words("analysis.puzzle-task", name=name))
    _say(words("analysis.puzzle-level", level=words.level(puzzle.level)))
    if options.solution:
        _tell(puzzle, words)
    else:
        _try(puzzle, view, words)
    return 0


def _chosen(options: argparse.Namespace) -> Puzzle:
    """Return the puzzle that was asked for: by its id, by its number, or that of the day."""
    given = options.which
    if options.level is not None and options.level not in LEVELS:
        raise UsageError(f"there is no level {quoted(options.level)}; they are {', '.join(LEVELS)}")
    if given is not None and given.casefold() not in (*catalog.STUDIES, "façir"):
        return find(given)
    game = None if given is None else find_game(given).name
    if options.number is None and options.level is None:
        return of_the_day(datetime.now(UTC).date(), game)
    if game is None:
        raise UsageError("say of which game, as in: jemaa puzzle marrakech --number 3")
    listed = [one for one in puzzles(game) if options.level in (None, one.level)]
    number = options.number or 1
    if number > len(listed):
        raise PuzzleError(f"there is no puzzle {number}; they are 1 to {len(listed)}")
    return listed[number - 1]


def _as_json(puzzle: Puzzle, words: Words) -> dict[str, object]:
    return {
        "id": puzzle.id,
        "game": puzzle.game,
        "position": puzzle.position,
        "seat": puzzle.seat,
        "level": puzzle.level,
        "answers": puzzle.answers,
        "losses": puzzle.losses,
        "why": puzzle.sentences(words.language),
    }


def _try(puzzle: Puzzle, view: View, words: Words) -> None:
    """Ask for moves until one is right, or nobody wants to go on."""
    legal = {move.text for move in view.legal()}
    while True:
        try:
            typed = ask(words("analysis.puzzle-prompt", list=LIST, tell=TELL)).strip()
        except EOFError:
            print()
            return
        if not typed:
            return
        if typed.lower() == TELL:
            _tell(puzzle, words)
            return
        if typed.lower() in (LIST, "?"):
            print(move_list(view, words))
            continue
        try:
            move = read_move(view.game, typed).text
        except InvalidNotationError:
            _say(words("no-move", typed=quoted(typed)))
            continue
        if move not in legal:
            refusal = view.game.refusal(puzzle.state(), view.game.move(move))
            _say(refused(refusal, words))
        elif move in puzzle.answers:
            _say(words("analysis.puzzle-right", move=move))
            _why(puzzle, words)
            return
        else:
            _say(_judged(puzzle, move, words))


def _judged(puzzle: Puzzle, move: str, words: Words) -> str:
    loss = puzzle.loss(move)
    if loss is None:
        return words("analysis.puzzle-far", move=move)
    return words("analysis.puzzle-wrong", move=move, loss=f"{100 * loss:.0f}")


def _tell(puzzle: Puzzle, words: Words) -> None:
    _say(words("analysis.puzzle-solution", moves=words.listed(puzzle.answers, "or")))
    _why(puzzle, words)


def _why(puzzle: Puzzle, words: Words) -> None:
    for sentence in puzzle.sentences(words.language):
        print(wrapped([printable(sentence)]))


def _say(sentence: str) -> None:
    print(wrapped([printable(sentence)], indent=""))
