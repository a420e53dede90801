"""A puzzle to solve in the terminal: `jemaa puzzle`."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime

from jemaa import catalog
from jemaa.analysis.puzzles import Puzzle, PuzzleError, find, of_the_day, puzzles
from jemaa.cli.lookup import move_list
from jemaa.cli.parser import UsageError
from jemaa.cli.reading import find_game, read_move
from jemaa.cli.terminal import ask, columns, json_text, painted, printable, wrapped
from jemaa.cli.words import Words, find_language
from jemaa.core.errors import InvalidNotationError, quoted
from jemaa.core.view import View
from jemaa.players.registry import LEVELS

LIST, TELL = "moves", "solution"
"""What can be typed besides a move."""


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
        if typed.lower() == LIST:
            print(move_list(view, words))
            continue
        try:
            move = read_move(view.game, typed).text
        except InvalidNotationError as error:
            _say(str(error))
            continue
        if move not in legal:
            _say(view.game.refusal(puzzle.state(), view.game.move(move)).message)
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
