"""What somebody can look up during a game: advice, odds, the rules, what has happened."""

from __future__ import annotations

from jemaa import catalog
from jemaa.cli.parser import read_digits
from jemaa.cli.screen import wrapped
from jemaa.cli.thinking import Thought
from jemaa.cli.words import Words
from jemaa.core.errors import quoted
from jemaa.core.match import Match
from jemaa.core.view import View
from jemaa.locale import catalogue
from jemaa.players.control import Control
from jemaa.players.levels import LEVELS
from jemaa.players.limit import Limit

ADVISER = LEVELS[-1]
"""Whose advice it is."""
SECONDS = 3.0
"""How long they think at most."""
MOVES = 3
"""How many of their moves are shown."""


def told(match: Match, index: int, words: Words) -> str:
    """Return the sentence about one event of a match, which is for everybody."""
    return match.game.tell(match.states[index], match.actions[index], words.language)


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
