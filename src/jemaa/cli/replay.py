"""`jemaa replay`: a recorded game, event by event."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from jemaa.cli.saved import open_as_far, read_text
from jemaa.cli.screen import tinted, wrapped
from jemaa.core.match import Match
from jemaa.core.state import CHANCE, SPECTATOR, State


def run(options: argparse.Namespace) -> int:
    """Show a record as far as it can be read."""
    match, damage = open_as_far(read_text(options.file))
    if options.json:
        print(json.dumps(_as_json(match, damage), ensure_ascii=False))
        return 0
    if damage:
        print(f"jemaa: warning: {damage}", file=sys.stderr)
    print(f"{match.game.title}, {match.setup.players} players, {len(match.events)} events")
    for name, value in match.tags.items():
        print(f"{name}: {value}")
    if options.step:
        _step(match)
    else:
        _show_all(match)
    return 0


def _as_json(match: Match, damage: str) -> dict[str, Any]:
    told = [match.game.tell(*step) for step in zip(match.states, match.actions, strict=False)]
    return {
        "game": match.game.name,
        "setup": match.setup.to_dict(),
        "tags": match.tags,
        "damage": damage or None,
        "start": str(match.states[0]),
        "events": [
            {
                "by": "chance" if event.by == CHANCE else event.by,
                "text": event.text,
                "told": sentence,
                "position": str(after),
            }
            for event, sentence, after in zip(match.events, told, match.states[1:], strict=True)
        ],
        "result": match.state.scores() if match.state.is_over else None,
    }


def _show_all(match: Match) -> None:
    """Tell everything; the board is drawn whenever another seat is to act."""
    seat: int | None = CHANCE
    for index, state in enumerate(match.states):
        if index:
            print(_line(match, index))
        last = index == len(match.events)
        if last or state.to_act not in (CHANCE, seat):
            seat = state.to_act
            print(f"\n{_drawing(state)}\n")


def _step(match: Match) -> None:
    at, last = 0, len(match.events)
    while True:
        print(f"\n{_drawing(match.states[at])}\n")
        if at:
            print(_line(match, at))
        try:
            typed = input(f"{at} of {last} (Enter or n: next, p: back, a number, q: quit)> ")
        except EOFError:
            print()
            return
        key = typed.strip().lower()
        if key in ("q", "quit") or (at == last and key in ("", "n")):
            return
        at = _go(at, last, key)


def _go(at: int, last: int, key: str) -> int:
    """Give the event to show after that key; an unknown key stays where it is."""
    if key.isascii() and key.isdigit():
        return min(int(key), last)
    return {"": at + 1, "n": at + 1, "p": max(0, at - 1)}.get(key, at)


def _line(match: Match, index: int) -> str:
    event = match.events[index - 1]
    sentence = match.game.tell(match.states[index - 1], match.actions[index - 1])
    return wrapped([f"{index:4}  {event.text:6} {sentence}"], indent="")


def _drawing(state: State) -> str:
    to_act = state.to_act
    seat = SPECTATOR if to_act is None or to_act == CHANCE else to_act
    return tinted(state.game.draw(state.view(seat)))
