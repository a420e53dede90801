"""What somebody can look up during a game: moves, advice, odds, rules, what has happened."""

from __future__ import annotations

from collections.abc import Sequence

from jemaa import catalog
from jemaa.cli.bots import Thought
from jemaa.cli.parser import read_digits
from jemaa.cli.terminal import Words, table, wrapped
from jemaa.core.actions import Move
from jemaa.core.errors import IllegalMoveError, quoted
from jemaa.core.match import Match
from jemaa.core.state import State
from jemaa.core.view import View
from jemaa.locale import catalogue
from jemaa.players.base import Limit
from jemaa.players.registry import LEVELS
from jemaa.players.search import Control

ADVISER = LEVELS[-1]
"""Whose advice it is."""
SECONDS = 3.0
"""How long they think at most."""
MOVES = 3
"""How many of their moves are shown."""
FEW = 4
"""So many moves of a kind are each explained; more are only listed."""
MANY = 60
"""More than so many are not even written out one by one."""


def told(match: Match, index: int, words: Words) -> str:
    """Return the sentence about one event of a match, which is for everybody."""
    return match.game.tell(match.states[index], match.actions[index], words.language)


def refused(error: IllegalMoveError, words: Words) -> str:
    """Return why a move is not possible, with the rule that forbids it."""
    return words("refused", why=words(f"reasons.{error.reason}"), clause=error.clause)


def hint(view: View, words: Words) -> None:
    """Print what a strong player would do with what this seat knows, and why."""
    level = words.level(ADVISER)
    thought = Thought(
        catalog.player(view.game.name, ADVISER), view, Control(Limit(seconds=SECONDS))
    )
    decision = thought.wait(words("room.thinks", name=level))
    print(wrapped([words("hint-by", level=level)], indent=""))
    for candidate in decision.candidates[:MOVES]:
        reason = catalog.explain(view, candidate.move, words.language)
        print(wrapped([f"{candidate.move.text:6} {reason.sentence}"], hang=" " * 9))


def odds(view: View, words: Words) -> None:
    """Print what may come of each choice."""
    lines = view.game.odds(view, words.language) or [words("no-odds")]
    for line in lines:
        text = line.lstrip()
        indent = " " * (2 + len(line) - len(text))
        print(wrapped([text], indent=indent, hang=indent + "    "))


def rules(game: str, wanted: str, words: Words) -> None:
    """Print the rules, or the section with that number."""
    area = f"rules-{game}"
    last = sum(key.startswith(f"{area}.") and key.endswith("-title") for key in catalogue("en"))
    number = read_digits(wanted) if wanted else None
    if wanted and (number is None or not 1 <= number <= last):
        said = words("no-section", number=quoted(wanted), last=last)
        print(wrapped([said], indent=""))
        return
    for section in range(1, last + 1) if number is None else [number]:
        print(f"\n{section}. {words(f'{area}.{section}-title')}")
        for paragraph in words(f"{area}.{section}").split("\n"):
            print(wrapped([paragraph], indent="   "))


def log(match: Match, words: Words) -> None:
    """Print everything that has happened, in sentences that everybody may hear."""
    if not match.events:
        print(words("room.no-moves"))
    for index in range(len(match.events)):
        print(wrapped([f"{index + 1:4}  {told(match, index, words)}"], indent="", hang=" " * 6))


def move_list(position: State | View, words: Words) -> str:
    """List the legal moves by their kind; of a whole position it tells what each of a few does."""
    groups: dict[type[Move], list[Move]] = {}
    for move in position.legal():
        groups.setdefault(type(move), []).append(move)
    return "\n".join(
        f"{_heading(position.game.name, group, words)}\n{_group(position, group, words)}"
        for group in groups.values()
    )


def _heading(game: str, moves: Sequence[Move], words: Words) -> str:
    kind = type(moves[0]).__name__.lower()
    return wrapped([words(f"moves-{game}-{kind}", example=moves[0].text)], indent="")


def _group(position: State | View, moves: Sequence[Move], words: Words) -> str:
    if len(moves) > MANY:
        return _by_beginning(moves)
    told: list[str] = []
    if isinstance(position, State) and len(moves) <= FEW:
        told = [position.game.tell(position, move, words.language) for move in moves]
    if len(set(told)) < len(moves):  # sentences that are for everybody may hide the difference
        return wrapped(move.text for move in moves)
    return table({move.text: sentence for move, sentence in zip(moves, told, strict=True)})


def _by_beginning(moves: Sequence[Move]) -> str:
    """List hundreds of moves in few lines: the first square, then all that can follow it."""
    endings: dict[str, list[str]] = {}
    for move in moves:
        endings.setdefault(move.text[:2], []).append(move.text[2:])
    return "\n".join(
        wrapped([f"{first} +", *rest]) if any(rest) else f"  {first}"
        for first, rest in endings.items()
    )
