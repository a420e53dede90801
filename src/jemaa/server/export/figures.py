"""The positions that the rules pages draw, worked out by the games themselves.

A figure is a position in notation and the seat that looks at it. The page gets the scene that
follows from it: what a way costs, where a rug may lie and how a card fits are decided here.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from jemaa.catalog import game


@dataclass(frozen=True, slots=True)
class Figure:
    """One drawing of the rules pages."""

    game: str
    name: str
    position: str
    seat: int = 0
    """Through whose eyes it is seen."""


FIGURES = (
    Figure(
        "marrakech",
        "turn",
        "marrakech - 7/7/7/7/7/7/7 d4S 30,30,30,30 r12,y12,b12,n12 0:turn",
    ),
    Figure(
        "marrakech",
        "loop",
        "marrakech - 7/4nS2/4n2/7/7/rErbEbyEy1/7 d2N 30,30,30,30 r11,y11,b11,n11 0:turn",
    ),
    Figure(
        "marrakech",
        "corner",
        "marrakech - 4nS2/4n2/7/7/7/rErbEbyEy1/7 f1E 30,30,30,30 r11,y11,b11,n11 0:turn",
    ),
    Figure(
        "marrakech",
        "area",
        "marrakech - 7/4yEy1/2yEyrEr1/2bSyS3/2byrEr1/4nEn1/7 d6N 30,30,30,30 r9,y9,b9,n9 0:turn",
    ),
    Figure(
        "marrakech",
        "places",
        "marrakech - 7/7/2yEy3/2rS1bEb1/2r4/7/5nEn d4S 30,30,30,30 r10,y10,b10,n10 0:lay",
    ),
    Figure("facir", "stand", "facir players=2 7/7/7/7/7/7/7 9,3 -,-/- 1:stand:0 -"),
    Figure("facir", "room", "facir players=2 7/7/7/7/7/7/7 9^1,3^0 -,-/- 1:play:0:0 -"),
    Figure("facir", "behind", "facir players=2 7/7/7/7/7/7/7 9^1,3^0 -,-/- 1:play:0:0 -", seat=1),
    Figure("facir", "fits", "facir players=2 7/2r1y2/2y4/4r2/1y5/5r1/7 9^0,3^0 -,-/- 1:play:0:6 -"),
    Figure(
        "facir", "turned", "facir players=2 7/3ry2/7/2r1y2/7/1y3r1/7 9^0,3^0 -,-/- 1:play:0:6 -"
    ),
    Figure(
        "facir", "misses", "facir players=2 7/2r1y2/7/3yr2/1y5/5r1/7 9^0,3^0 -,-/- 1:play:0:6 -"
    ),
)


def figures() -> dict[str, dict[str, Any]]:
    """Return the scene of every figure, by game and name."""
    found: dict[str, dict[str, Any]] = {}
    for figure in FIGURES:
        found.setdefault(figure.game, {})[figure.name] = _scene(figure)
    return found


def _scene(figure: Figure) -> dict[str, Any]:
    of = game(figure.game)
    return asdict(of.scene([of.parse(figure.position)], [], figure.seat))
