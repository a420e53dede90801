r"""Positions and views as pictures, for documents, notebooks and pages.

>>> import jemaa
>>> from jemaa import svg
>>> state = jemaa.game("marrakech").new(players=4)
>>> svg.board(state, size=400)[:57]
'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-68 -68 '
>>> picture = svg.board(state, last="L", marks=["d4", "c3c4"])

A picture is one text of SVG without scripts, style sheets or links. It has a title and a
description for screen readers, and tells nothing by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterable

from jemaa.core.drawing import SIZES, USUAL_SIZE, DrawingError, Mark, checked_mark
from jemaa.core.errors import quoted
from jemaa.core.state import State
from jemaa.core.view import View

__all__ = ["SIZES", "USUAL_SIZE", "DrawingError", "board"]


def board(
    position: State | View,
    *,
    size: int | None = USUAL_SIZE,
    last: Mark | None = None,
    marks: Iterable[Mark] = (),
    language: str = "en",
) -> str:
    """Return a position or a view as an SVG picture.

    A view shows what its seat knows. A whole position shows everything, also what is secret in the
    game: take `state.view(seat)` to show it to a player.

    Args:
        position: what is drawn.
        size: how wide the picture is, in pixels, within `SIZES`; None lets it fill its place.
        last: the move or outcome that has led here, or its text; what it changed is framed.
        marks: squares (`"d4"`) and moves (`"c3c4"`, or objects) to point out.
        language: one of `jemaa.locale.LANGUAGES`.

    Raises:
        DrawingError: the size is out of range, there are too many marks, or what is given is no
            position or no mark.
        InvalidNotationError: the text of a mark is neither a square nor a move.
    """
    if not isinstance(position, (State, View)):
        raise DrawingError(
            "position",
            f"{quoted(position)} is neither a position nor a view; take `state` or `view(seat)` of"
            " a match, and read a text with jemaa.parse or jemaa.parse_view",
        )
    if last is not None:
        checked_mark("last", last)
    return position.game.svg(position, size=size, last=last, marks=marks, language=language)
