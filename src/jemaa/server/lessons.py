"""The guided games: short prepared positions in which one thing happens, and is done by hand.

Everything that can happen in a lesson is played here, by the rules, when the page is built: the
page shows a scene, offers its moves, and has the answer to each that leads on. So a lesson needs
no server, and dice and other players do what the lesson is about.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, NamedTuple

import msgspec

from jemaa.catalog import game
from jemaa.core.actions import Action
from jemaa.core.state import CHANCE, Seat, State
from jemaa.server import wire

LEARNER: Final = 0
"""The seat of whoever learns; tourists have the others."""
LEVEL: Final = "tourist"


@dataclass(frozen=True, slots=True)
class Step:
    """One prepared position, and what is done in it."""

    name: str
    """Its words are `<game>-<name>` and so on in the area `learn` of the languages."""
    position: str
    wanted: tuple[str, ...]
    """The moves that lead on; empty for every legal one."""
    script: tuple[str, ...] = ()
    """What dice, cards and the others do after it, in order."""
    point: str = ""
    """What is spoken of: a square, or a square and a heading for the loop there (`g2E`)."""
    odds: bool = True
    """Whether the odds are shown, or how the own card fits; not where others are looked at."""
    more: bool = False
    """Whether it is offered after the lesson, to those who want to know it."""


LESSONS: Final[dict[str, tuple[Step, ...]]] = {
    "marrakech": (
        Step(
            "walk",
            "marrakech players=3 7/7/7/7/7/7/7 d4S 30,30,30 r15,y15,b15 0:turn",
            (),
            ("2",),
            point="d4",
        ),
        Step(
            "pay",
            "marrakech players=3 rEr5/2ySySyS2/2yyy2/1bEb1bEb1/1bEb4/6rS/3rEr1r d4N"
            " 30,30,30 r12,y12,b12 0:turn",
            ("R",),
            ("1",),
            point="e4",
        ),
        Step(
            "loop",
            "marrakech players=3 2bSbEb2/2bbEb2/5rEr/1yS5/1y1yS1yEy/rS2y3/rrEr4 f2N"
            " 31,30,29 r12,y12,b12 0:turn",
            ("R",),
            ("3",),
            point="g2E",
        ),
        Step(
            "lay",
            "marrakech players=3 7/2yEy3/7/5bS1/1rEr2b1/7/7 d4W 30,30,30 r14,y14,b14 0:lay",
            (),
            point="d4",
        ),
        Step(
            "paid",
            "marrakech players=3 5bEb/1bEb4/3rS3/yS2r3/y6/2rEr3/5yEy e5W"
            " 30,30,30 r13,y13,b13 0:lay",
            ("c5d5",),
            ("S", "1"),
            point="d5",
        ),
        Step(
            "cover",
            "marrakech players=3 rEr3bEb/7/1yEyyEyyEy/7/1rEr2bS1/5b1/bEb1rEr2 d4N"
            " 30,30,30 r12,y12,b12 0:lay",
            ("d2d3", "c3d3", "c3c4", "e3e4"),
            point="d3",
        ),
        Step(
            "colours",
            "marrakech players=2 7/7/2rEr3/4bS2/1yEy1b2/4nEn1/7 d4N 30,30 r11y11,b11n11 0:lay:y",
            (),
            point="d4",
            more=True,
        ),
    ),
    "facir": (
        Step(
            "edge",
            "facir players=3 7/7/7/7/7/7/7 9,17,5 -,-,-/- 1:stand:0 -",
            ("^2",),
            ("^1", "^1"),
        ),
        Step(
            "nail",
            "facir players=3 7/6b/2r4/7/4y2/7/7 9^2,17^1,5^1 -,-,-/- 1:play:0:3 -",
            ("e4", "c5"),
            ("a6", "g5"),
            point="e4",
        ),
        Step(
            "move",
            "facir players=3 7/6b/2r4/3r3/2b4/y6/6y 9^2,17^1,5^1 -,-,-/- 1:play:0:6 -",
            ("d4e4", "d4e5"),
            ("b1", "f7"),
            point="d4",
        ),
        Step(
            "block",
            "facir players=3 7/1y1y3/2b3r/3b3/7/2r4/7 9^2,17^1,5^1 -,-,-/- 1:play:0:6 -",
            ("c2",),
            ("a4", "g4"),
            point="c2",
            odds=False,
        ),
        Step(
            "lay",
            "facir players=3 7/3y1b1/7/5r1/1b5/6y/2r4 9^2,17^1,5^1 -,-,-/- 1:play:0:6 -",
            ("d3!", "c7d3!"),
            point="d3",
        ),
    ),
}


class Sequel(msgspec.Struct, frozen=True):
    """What a move leads to."""

    events: tuple[wire.Happening, ...]
    scene: Any


class LessonStep(msgspec.Struct, frozen=True):
    """One step of a guided game, as the page shows it."""

    name: str
    point: str
    odds: bool
    more: bool
    """Whether it is offered after the lesson, to those who want to know it."""
    room: wire.RoomInfo
    scene: Any
    moves: dict[str, Sequel]
    """By the text of each move that leads on."""


def lessons(name: str) -> tuple[LessonStep, ...]:
    """Return the guided game of a game, step by step."""
    return tuple(_step(name, step) for step in LESSONS[name])


class Course(NamedTuple):
    """What was played in a step: every position from the first, and what has led to the next."""

    states: tuple[State, ...]
    actions: tuple[Action, ...]


def play(name: str, step: Step, move: str) -> Course:
    """Play a move of the learner and all that the script has after it.

    Raises:
        IllegalMoveError: the rules do not allow the move, or what the script has after it.
    """
    played = game(name)
    states, actions = [played.parse(step.position)], []
    for text in (move, *step.script):
        action = played.action(CHANCE if states[-1].to_act == CHANCE else LEARNER, text)
        states.append(states[-1].after(action))
        actions.append(action)
    return Course(tuple(states), tuple(actions))


def _step(name: str, step: Step) -> LessonStep:
    played = game(name)
    start = played.parse(step.position)
    wanted = step.wanted or tuple(move.text for move in start.legal())
    return LessonStep(
        name=step.name,
        point=step.point,
        odds=step.odds,
        more=step.more,
        room=_room(name, start.setup),
        scene=played.scene([start], [], LEARNER),
        moves={move: _sequel(name, step, move) for move in wanted},
    )


def _sequel(name: str, step: Step, move: str) -> Sequel:
    course = play(name, step, move)
    return Sequel(tuple(_happenings(name, course)), game(name).scene(*course, LEARNER))


def _happenings(name: str, course: Course) -> Iterator[wire.Happening]:
    played = game(name)
    pairs = pairwise(course.states)
    for number, (action, (before, after)) in enumerate(zip(course.actions, pairs, strict=True), 1):
        hidden = played.is_secret(before, action, LEARNER)
        yield wire.Happening(
            number=number,
            at=0,
            kind="played",
            seat=before.to_act,
            text=None if hidden else action.text,
            story=played.story(before, action, after, LEARNER),
            change=played.change(before, action, after, LEARNER),
        )


def _room(name: str, setup: Any) -> wire.RoomInfo:
    """Return the table that a step is played at: nobody keeps it anywhere."""
    return wire.RoomInfo(
        room=f"lesson-{name}",
        game=name,
        setup=setup.to_dict(),
        status="playing",
        seats=tuple(_seat(seat) for seat in range(setup.players)),
        clock=None,
        deadline=None,
        manual=False,
        undo=(),
        offer=None,
        claims=(),
        forfeited=None,
        stand_in=LEVEL,
        closed=False,
        commitment="",
        secret="",
        previous="",
        following="",
        origin="",
        imported=False,
        hints=False,
    )


def _seat(seat: Seat) -> wire.SeatInfo:
    learns = seat == LEARNER
    return wire.SeatInfo(
        seat=seat,
        kind="person" if learns else "bot",
        name="",
        level="" if learns else LEVEL,
        stand_in=False,
        left=False,
        arrived=True,
        time=None,
        waits=None,
        hints=0,
    )
