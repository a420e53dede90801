"""What a choice in Façir leads to: which edge the others would see, where the card fits best."""

from __future__ import annotations

from jemaa.games.facir.stage import fits, stands
from jemaa.games.facir.view import FacirView
from jemaa.locale import text

SHOWN = 5
"""So many places of the card are told."""


def odds(view: FacirView, language: str) -> list[str]:
    """Tell what the own card would show, or where least is missing for it to lie."""
    if view.card is None:
        return []
    printed = view.setup.deck[view.card]
    if view.phase == "stand":
        return [
            f"{way.move}  "
            + text(language, "facir.stand-way", degrees=90 * way.rotation, edge=f"[{way.edge}]")
            for way in stands(printed)
        ]
    if view.phase != "play":
        return []
    places = [
        (_lacks(marks), square, fit.rotation, marks)
        for fit in fits(view)
        for square, marks in fit.marks.items()
    ]
    best = sorted(places, key=lambda place: place[0])[:SHOWN]
    return [_told(square, rotation, marks, language) for _, square, rotation, marks in best]


def _lacks(marks: str) -> tuple[int, int]:
    """Return how far a place is from fitting: nails in the way may be others', and weigh more."""
    wrong = marks.count("x")
    return marks.count("p") + 2 * wrong, wrong


def _told(square: str, rotation: int, marks: str, language: str) -> str:
    filled = marks.count("t")
    return text(
        language,
        "terminal.fit",
        square=square,
        degrees=90 * rotation,
        filled=filled,
        all=filled + marks.count("p"),
        wrong=marks.count("x"),
    )
