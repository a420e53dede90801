"""Positions and records: `jemaa show`, `legal`, `best`, `replay` and `verify`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from jemaa import catalog, svg
from jemaa.cli.bots import Thought
from jemaa.cli.files import open_as_far, read_position, read_text
from jemaa.cli.lookup import move_list, told
from jemaa.cli.parser import read_digits
from jemaa.cli.terminal import (
    Words,
    ask,
    columns,
    find_language,
    json_text,
    painted,
    printable,
    wrapped,
)
from jemaa.core.actions import Outcome
from jemaa.core.chance import Random
from jemaa.core.errors import InvalidNotationError
from jemaa.core.match import Match, dice_fault, source_of
from jemaa.core.record import Record
from jemaa.core.state import CHANCE, SPECTATOR, State
from jemaa.core.view import View
from jemaa.players.base import Candidate, Decision, Explanation, Limit
from jemaa.players.search import Control

SHARES = "share of the win, %"
"""The heading of the first columns of what a player thinks."""
CELL = 7
"""So wide is each of the columns, with the space behind it."""


def run_show(options: argparse.Namespace) -> int:
    """Draw a position."""
    position = read_position(options.position)
    language = find_language(options.language)
    if options.svg is not None:
        _write_svg(position, options, language)
    elif options.json:
        print(json_text(_shown(position)))
    else:
        print(painted(position.game.picture(_drawn(position), language, columns())))
    return 0


def _actor(to_act: int | None) -> int | str | None:
    """Return who is to act, as JSON has it: a seat, `chance`, or null when the game is over."""
    return "chance" if to_act == CHANCE else to_act


def _shown(position: State | View) -> dict[str, Any]:
    seat = position.seat if isinstance(position, View) else None
    return {
        "game": position.game.name,
        "text": str(position),
        "seat": "spectator" if seat == SPECTATOR else seat,
        "to_act": _actor(position.to_act),
        "phase": position.phase,
        "scores": position.scores(),
        "ranking": position.ranking(),
        "drawing": position.game.draw(_drawn(position)),
    }


def _write_svg(position: State | View, options: argparse.Namespace, language: str) -> None:
    """Write the picture of a position to a file, or to the output for `-`."""
    picture = svg.board(
        position,
        size=svg.USUAL_SIZE if options.size is None else options.size,
        last=options.last,
        marks=options.mark,
        language=language,
    )
    if options.svg == "-":
        print(picture)
    else:
        Path(options.svg).write_text(picture + "\n", "utf-8")


def _drawn(position: State | View) -> View:
    """Return a view to draw: of a whole position, what the seat to act sees."""
    if isinstance(position, View):
        return position
    to_act = position.to_act
    return position.view(SPECTATOR if to_act is None or to_act == CHANCE else to_act)


def run_legal(options: argparse.Namespace) -> int:
    """List the legal moves, or what chance can bring."""
    position = read_position(options.position)
    print(json_text(_possible(position)) if options.json else _list(position))
    return 0


def _possible(position: State | View) -> dict[str, Any]:
    # What chance can bring depends on what is hidden, so only a whole position tells it.
    outcomes = position.outcomes() if isinstance(position, State) else ()
    return {
        "game": position.game.name,
        "text": str(position),
        "to_act": _actor(position.to_act),
        "moves": [move.text for move in position.legal()],
        "outcomes": [
            {"text": outcome.text, "kind": outcome.kind, "weight": weight}
            for outcome, weight in outcomes
        ],
    }


def _list(position: State | View) -> str:
    if position.is_over:
        return "Nothing: the game is over."
    if position.legal():
        return move_list(position, Words("en"))
    if isinstance(position, View):
        return "Nothing: this seat must wait."
    outcomes = position.outcomes()
    whole = sum(weight for _, weight in outcomes)
    lines = [f"  {outcome.text:4}  {weight} in {whole}" for outcome, weight in outcomes]
    return "\n".join([f"Chance decides ({outcomes[0][0].kind}):", *lines])


class Advice(NamedTuple):
    """What a player thinks of a position."""

    view: View
    player: str
    decision: Decision
    seconds: float
    is_cut_short: bool


def run_best(options: argparse.Namespace) -> int:
    """Let a player think, and print what it thinks; after Ctrl-C, what it has thought so far."""
    view = _deciding_view(read_position(options.position))
    advice = _think(view, options.level, options.seconds)
    if advice is None:
        return 130
    candidates = _in_order(advice.decision)[: options.top]
    reasons = [catalog.explain(view, candidate.move) for candidate in candidates]
    if options.json:
        print(json_text(_advice_json(advice, candidates, reasons)))
    else:
        print(_advice_text(advice, candidates, reasons))
    return 130 if advice.is_cut_short else 0


def _deciding_view(position: State | View) -> View:
    """Return what the seat to act knows.

    Raises:
        InvalidNotationError: nobody is to choose here, or it is not this seat.
    """
    to_act = position.to_act
    if to_act is None:
        raise InvalidNotationError("the game is over: there is nothing to choose", str(position))
    if to_act == CHANCE:
        raise InvalidNotationError("chance decides here: there is nothing to choose", str(position))
    if isinstance(position, State):
        return position.view(to_act)
    if position.seat == to_act:
        return position
    if position.game.has_secrets:
        whose = "a spectator" if position.seat == SPECTATOR else f"seat {position.seat}"
        raise InvalidNotationError(
            f"this is what {whose} knows, but seat {to_act} is to move", str(position)
        )
    # Without secrets every view tells the whole position.
    whole: State = position.game.resample(position, Random(0))
    return whole.view(to_act)


def _think(view: View, spec: str, seconds: float | None) -> Advice | None:
    player = catalog.player(view.game.name, spec)
    control = Control(Limit(seconds=seconds))
    begin = perf_counter()
    thought = Thought(player, view, control)
    is_cut_short = False
    try:
        decision: Decision | None = thought.wait(f"{player.name} thinks (Ctrl-C ends it)")
    except KeyboardInterrupt:
        print(file=sys.stderr)
        is_cut_short, decision = True, thought.cut_short()
    if decision is None:
        return None
    return Advice(view, player.name, decision, perf_counter() - begin, is_cut_short)


def _in_order(decision: Decision) -> list[Candidate]:
    """Return the candidates, the chosen one first: a player that wavers may not take the best."""
    chosen = [c for c in decision.candidates if c.move is decision.move]
    return chosen + [c for c in decision.candidates if c.move is not decision.move]


def _advice_json(
    advice: Advice, candidates: list[Candidate], reasons: list[Explanation]
) -> dict[str, Any]:
    return {
        "game": advice.view.game.name,
        "view": str(advice.view),
        "seat": advice.view.seat,
        "player": advice.player,
        "move": advice.decision.move.text,
        "nodes": advice.decision.nodes,
        "seconds": round(advice.seconds, 3),
        "cut_short": advice.is_cut_short,
        "candidates": [
            {
                "move": candidate.move.text,
                "shares": [round(share, 4) for share in candidate.values] or None,
                "scores": [round(score, 2) for score in reason.scores] or None,
                "reason": reason.sentence,
                "facts": reason.facts,
            }
            for candidate, reason in zip(candidates, reasons, strict=True)
        ],
    }


def _advice_text(advice: Advice, candidates: list[Candidate], reasons: list[Explanation]) -> str:
    view = advice.view
    seats = range(view.setup.players)
    names = ", ".join(f"{seat} {view.game.seat_name(view, seat)}" for seat in seats)
    shown = "" if len(candidates) == len(view.legal()) else f", {len(candidates)} shown"
    lines = [
        wrapped([f"{view.game.title}. Seats: {names}. Seat {view.seat} is to move."], indent=""),
        f"{len(view.legal())} moves{shown}; {advice.player} looked at {advice.decision.nodes:,}"
        f" positions in {advice.seconds:.1f} s.",
        "",
        *_heading(len(seats)),
    ]
    for candidate, reason in zip(candidates, reasons, strict=True):
        shares = [f"{100 * share:.1f}" for share in candidate.values] or ["-"] * len(seats)
        scores = [f"{score:.1f}" for score in reason.scores] or ["-"] * len(seats)
        lines.append(_row(candidate.move.text, shares, scores))
        lines.append(wrapped([reason.sentence], indent=" " * 8))
    return "\n".join(lines)


def _heading(players: int) -> list[str]:
    seats = [str(seat) for seat in range(players)]
    return [
        f"{'':8}{SHARES:<{_width(players)}}{'expected score'}",
        _row("move", seats, seats),
    ]


def _row(move: str, shares: list[str], scores: list[str]) -> str:
    left = f"{move:<7}{_cells(shares):<{_width(len(shares))}}"
    return f"{left}{_cells(scores)}".rstrip()


def _width(players: int) -> int:
    """Return how wide the shares are: with two players their heading is wider than they."""
    return max(len(SHARES) + 2, CELL * players)


def _cells(values: list[str]) -> str:
    return "".join(f"{value:>{CELL - 1}} " for value in values)


def run_replay(options: argparse.Namespace) -> int:
    """Show a record as far as it can be read, event by event.

    While a game with secrets is not over, only what a spectator may know is shown, so that nobody
    who looks something up in their own game sees the others' cards by accident.
    """
    match, damage = open_as_far(read_text(options.file))
    # Programs get English unless they ask for another language.
    language = options.language or "en" if options.json else options.language
    words = Words(find_language(language))
    shown = _Replay(match, match.state.is_over or options.reveal, words)
    if options.json:
        print(json_text(_replay_json(shown, damage)))
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


class _Replay:
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


def _replay_json(shown: _Replay, damage: str) -> dict[str, Any]:
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


def _show_all(shown: _Replay) -> None:
    """Show everything; the board is drawn whenever another seat is to act."""
    seat: int | None = CHANCE
    for index, state in enumerate(shown.match.states):
        if index:
            print(shown.line(index - 1))
        last = index == len(shown.match.events)
        if last or state.to_act not in (CHANCE, seat):
            seat = state.to_act
            print(f"\n{shown.drawing(state)}\n")


def _step(shown: _Replay) -> None:
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


def run_verify(options: argparse.Namespace) -> int:
    """Say whether the dice and cards of a recorded game were honest; only proof is success."""
    finding = verify(Record.parse(read_text(options.file)))
    print(finding.message)
    return 0 if finding.proven else 2


class Finding(NamedTuple):
    """Whether the dice of a record were honest."""

    proven: bool
    """Whether every outcome follows from the secret, and the secret fits its commitment."""
    message: str


def verify(record: Record) -> Finding:
    """Compute every outcome of a record again.

    The commitment in a record proves something to those who have seen it before the game.

    Raises:
        InvalidRecordError: the record breaks the rules of its game.
        JemaaError: there is no such game, or its setup is wrong.
    """
    match = Match.replay(catalog.game(record.game), record)
    if record.damage:
        return Finding(False, f"the record is not whole: {record.damage}")
    if record.tags.get("dice") == "typed in":
        return Finding(False, "the dice were typed in by hand: there is nothing to compute again")
    if source_of(record.tags) is None:
        return Finding(False, "the record has no secret in hexadecimal that dice could follow from")
    wrong = dice_fault(match, record)
    if wrong:
        return Finding(False, wrong)
    return Finding(True, _praise(match, record.tags.get("commitment", "")))


def _praise(match: Match, commitment: str) -> str:
    count = sum(isinstance(action, Outcome) for action in match.actions)
    found = f"all {count} outcomes of chance follow from the secret"
    if commitment:
        return f"{found}, and it fits the commitment {commitment}"
    return f"{found}; the record has no commitment that was shown before the game"
