"""`jemaa replay`: a recorded game, event by event.

While a game with secrets is not over, only what a spectator may know is shown, so that nobody who
looks something up in his own game sees the others' cards by accident.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

from jemaa.cli.lookup import told
from jemaa.cli.parser import read_digits
from jemaa.cli.prompt import ask
from jemaa.cli.saved import open_as_far, read_text
from jemaa.cli.screen import columns, json_text, painted, printable, wrapped
from jemaa.cli.words import Words, find_language
from jemaa.core.match import Match
from jemaa.core.state import CHANCE, SPECTATOR, State


def run(options: argparse.Namespace) -> int:
    """Show a record as far as it can be read."""
    match, damage = open_as_far(read_text(options.file))
    # Programs get English unless they ask for another language.
    language = options.language or "en" if options.json else options.language
    words = Words(find_language(language))
    shown = _Shown(match, match.state.is_over or options.reveal, words)
    if options.json:
        print(json_text(_as_json(shown, damage)))
        return 0
    if damage:
        print(f"jemaa: warning: {printable(damage)}", file=sys.stderr)
    players, events = match.setup.players, len(match.events)
    counted = f"{words('room.players', count=players)}, {words('events', count=events)}"
    print(f"{match.game.title}, {counted}")
    for name, value in match.tags.items():
        print(printable(f"{name}: {value}"))
    if shown.hides:
        print(wrapped([words("secrets-kept", option="--reveal")], indent=""))
    if options.step:
        _step(shown)
    else:
        _show_all(shown)
    return 0


class _Shown:
    """A match as it is shown: everything, or what a spectator may know."""

    def __init__(self, match: Match, reveal: bool, words: Words) -> None:
        self.match = match
        self.words = words
        self.hides = match.game.has_secrets and not reveal

    def position(self, state: State) -> str:
        return state.game.public_text(state) if self.hides else str(state)

    def drawing(self, state: State) -> str:
        seat = state.to_act
        if self.hides or seat is None or seat == CHANCE:
            seat = SPECTATOR
        return painted(state.game.picture(state.view(seat), self.words.language, columns()))

    def told(self, index: int) -> str:
        """Return the sentence about an event, which is for everybody."""
        return told(self.match, index, self.words)

    def text(self, index: int) -> str | None:
        """Return the notation of an event; it may name a card, and nobody can tell which do."""
        return None if self.hides else self.match.events[index].text

    def line(self, index: int) -> str:
        notation = "" if self.hides else f"{self.text(index):6} "
        return wrapped([f"{index + 1:4}  {notation}{self.told(index)}"], indent="", hang=" " * 6)


def _as_json(shown: _Shown, damage: str) -> dict[str, Any]:
    match = shown.match
    final = match.state
    return {
        "game": match.game.name,
        "setup": match.setup.to_dict(),
        "tags": match.tags,
        "damage": damage or None,
        "start": shown.position(match.states[0]),
        "events": [
            {
                "by": "chance" if event.by == CHANCE else event.by,
                "text": shown.text(index),
                "told": shown.told(index),
                "position": shown.position(match.states[index + 1]),
            }
            for index, event in enumerate(match.events)
        ],
        "result": final.scores() if final.is_over else None,
        "ranking": final.ranking() if final.is_over else None,
        "winners": final.ranking()[0] if final.is_over else None,
    }


def _show_all(shown: _Shown) -> None:
    """Tell everything; the board is drawn whenever another seat is to act."""
    seat: int | None = CHANCE
    for index, state in enumerate(shown.match.states):
        if index:
            print(shown.line(index - 1))
        last = index == len(shown.match.events)
        if last or state.to_act not in (CHANCE, seat):
            seat = state.to_act
            print(f"\n{shown.drawing(state)}\n")


def _step(shown: _Shown) -> None:
    at, last = 0, len(shown.match.events)
    while True:
        print(f"\n{shown.drawing(shown.match.states[at])}\n")
        if at:
            print(shown.line(at - 1))
        try:
            typed = ask(shown.words("step", at=at, all=last, next="n", back="p", quit="q"))
        except EOFError:
            print()
            return
        key = typed.strip().lower()
        if key in ("q", "quit") or (at == last and key in ("", "n")):
            return
        at = _go(at, last, key)


def _go(at: int, last: int, key: str) -> int:
    """Return the event to show after that key; an unknown key stays where it is."""
    number = read_digits(key)
    if number is not None:
        return min(number, last)
    return {"": at + 1, "n": at + 1, "p": max(0, at - 1)}.get(key, at)
