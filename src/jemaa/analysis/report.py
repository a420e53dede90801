"""A review in words, for the terminal and for `print`, and its graph as an SVG picture."""

from __future__ import annotations

from jemaa import catalog
from jemaa.analysis.reviews import MOMENTS, Moment, Review, SeatSummary
from jemaa.core.drawing import document, group, outline, tag, words
from jemaa.core.picture import Piece, piece, table
from jemaa.core.state import Seat, State
from jemaa.locale import listed, text

COLUMNS = ("result", "start", "luck", "choices", "rest", "without-luck", "accuracy", "losses")
WIDTH, HEIGHT = 960.0, 420.0
LEFT, RIGHT, TOP, BOTTOM = 58.0, 870.0, 44.0, 372.0
SIGNS = 6
"""So many marks of its shape a line has."""
GAP = 26.0
"""The least distance of the signs at the ends of the lines."""


def names(review: Review, language: str) -> list[str]:
    """Return how the seats are called: as in the record, or by what they play with."""
    game = catalog.game(review.game)
    start: State = game.start(game.setup_type.parse(review.setup))
    found = []
    for seat in review.seats:
        plays = game.seat_name(start, seat.seat, language)
        found.append(f"{seat.name} ({plays})" if seat.name else plays)
    return found


def headline(review: Review, language: str = "en") -> str:
    """Return who has won, and who would have without luck, which is known at the end only."""
    called = names(review, language)
    winners = [seat.seat for seat in review.seats if seat.result > 0]
    if len(winners) == 1:
        said = text(language, "analysis.win-one", name=called[winners[0]])
    else:
        whole = listed(language, [called[seat] for seat in winners])
        said = text(language, "analysis.win-shared", names=whole)
    if not review.complete:
        return f"{said} {text(language, 'analysis.cut-short')}"
    best = max(review.seats, key=lambda seat: seat.without_luck).seat
    by = "without-unknown" if review.hidden else "without-luck"
    if winners == [best]:
        return f"{said} {text(language, f'analysis.{by}-same')}"
    return f"{said} {text(language, f'analysis.{by}-other', name=called[best])}"


def describe(review: Review, language: str = "en", seat: Seat | None = None) -> str:
    """Return headline, table and moments."""
    called = names(review, language)
    legend = "legend-unknown" if review.hidden else "legend"
    lines = [headline(review, language), "", *_table(review, called, language)]
    lines += ["", text(language, f"analysis.{legend}"), ""]
    moments = review.moments_of(seat, MOMENTS)
    if review.quick:
        lines.append(text(language, "analysis.quick"))
    elif not moments:
        lines.append(text(language, "analysis.no-moments"))
    else:
        lines.append(text(language, "analysis.look-again"))
        for number, moment in enumerate(moments, 1):
            lines.append(f"{number}. {_moment(review, moment, called, language)}")
            lines += [f"   {sentence}" for sentence in review.sentences(moment, language)]
    return "\n".join(lines)


def _moment(review: Review, moment: Moment, called: list[str], language: str) -> str:
    return text(
        language,
        "analysis.moment-round" if review.unit == "round" else "analysis.moment",
        turn=moment.turn,
        name=called[moment.seat],
        chosen=moment.chosen,
        better=moment.better,
        loss=f"{100 * moment.loss:.0f}",
    )


def _table(review: Review, called: list[str], language: str) -> list[str]:
    keys = ["unknown" if key == "luck" and review.hidden else key for key in COLUMNS]
    heads = [text(language, f"analysis.{key}") for key in keys]
    rows = [_row(seat) for seat in review.seats]
    widths = [max(len(head), *(len(row[at]) for row in rows)) for at, head in enumerate(heads)]
    first = max(map(len, called))
    lines = [" " * first + "".join(f"  {head:>{w}}" for head, w in zip(heads, widths, strict=True))]
    for name, row in zip(called, rows, strict=True):
        cells = "".join(f"  {cell:>{w}}" for cell, w in zip(row, widths, strict=True))
        lines.append(f"{name:<{first}}{cells}".rstrip())
    return lines


def _row(seat: SeatSummary) -> list[str]:
    return [
        f"{100 * seat.result:.0f}",
        f"{100 * seat.start:.0f}",
        *(f"{100 * part:+.0f}" for part in (seat.luck, seat.choices, seat.rest)),
        f"{100 * seat.without_luck:.0f}",
        "-" if seat.accuracy is None else f"{seat.accuracy:.0f}",
        " ".join(map(str, seat.losses)),
    ]


def graph(
    review: Review, *, seat: Seat | None = None, size: int | None = 960, language: str = "en"
) -> str:
    """Draw the shares, with numbered marks at the worst sure losses.

    Args:
        review: what is drawn.
        seat: whose moments are marked; the worst of all if none is given.
        size: how wide the picture is, in pixels; None lets it fill its place.
        language: one of `jemaa.locale.LANGUAGES`.

    Raises:
        DrawingError: the size is not one that can be drawn.
        ReviewError: there is no such seat.
    """
    called = names(review, language)
    lines = [
        [review.start[at], *(step.shares[at] for step in review.steps)]
        for at in range(review.players)
    ]
    told = ". ".join(
        text(
            language,
            "analysis.graph-line",
            name=name,
            start=f"{100 * line[0]:.0f}",
            end=f"{100 * line[-1]:.0f}",
        )
        for name, line in zip(called, lines, strict=True)
    )
    title = text(language, "analysis.graph-title")
    pieces = _pieces(review)
    inside = [
        tag("rect", width=WIDTH, height=HEIGHT, fill=table("panel")),
        words(title, LEFT, 26, 18, font_weight=700),
        *_grid(review, language),
        *(_line(line, of) for line, of in zip(lines, pieces, strict=True)),
        *_ends(lines, pieces, language),
        *(_flag(n, m, lines) for n, m in enumerate(review.moments_of(seat, MOMENTS), 1)),
    ]
    return document((0, 0, WIDTH, HEIGHT), size, title, told, *inside)


def _pieces(review: Review) -> list[Piece]:
    """Return by what each seat is drawn: its first colour."""
    setup = catalog.game(review.game).setup_type.parse(review.setup)
    colours = getattr(setup, "colours", None) or "rybn"
    return [piece(colours[seat][0].lower()) for seat in range(review.players)]


def _x(index: float, count: int) -> float:
    return LEFT + (RIGHT - LEFT) * index / max(1, count - 1)


def _y(share: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * share


def _grid(review: Review, language: str) -> list[str]:
    found = []
    for percent in (0, 25, 50, 75, 100):
        y = _y(percent / 100)
        found.append(tag("path", d=f"M{LEFT:g} {y:g}H{RIGHT:g}", stroke=table("line")))
        found.append(
            words(f"{percent} %", LEFT - 8, y + 5, 13, text_anchor="end", fill=table("ink-2"))
        )
    count = len(review.steps)
    for part in range(5):
        index = max(0, round(part * count / 4) - 1)
        if review.steps:
            said = text(language, "analysis.graph-turn", turn=review.steps[index].turn)
            x = _x(part * count / 4, count + 1)
            style = {"text_anchor": "middle", "fill": table("ink-2")}
            found.append(words(said, x, BOTTOM + 24, 13, **style))
    return found


def _line(line: list[float], of: Piece) -> str:
    points = [(_x(index, len(line)), _y(share)) for index, share in enumerate(line)]
    way = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    marks = [points[len(points) * part // SIGNS] for part in range(1, SIGNS)]
    signs = [
        group(
            tag("path", d=outline(of.shape, 5.5), fill="#fff", stroke=of.base, stroke_width=2),
            at=(round(x, 1), round(y, 1)),
        )
        for x, y in marks
    ]
    edge = tag("path", d=way, fill="none", stroke="#fff", stroke_width=4.5, stroke_linejoin="round")
    ink = tag("path", d=way, fill="none", stroke=of.base, stroke_width=2.5, stroke_linejoin="round")
    return edge + ink + "".join(signs)


def _ends(lines: list[list[float]], pieces: list[Piece], language: str) -> list[str]:
    """Return each seat's sign at the end of its line, none over another."""
    found = []
    lowest = BOTTOM + GAP
    for line, of in sorted(zip(lines, pieces, strict=True), key=lambda pair: pair[0][-1]):
        y = min(_y(line[-1]), lowest - GAP)
        lowest = y
        letter = text(language, f"pieces.letter-{of.letter}")
        shape = tag("path", d=outline(of.shape, 10), fill=of.base, stroke=of.dark, stroke_width=1.5)
        name = words(letter, 18, 5, 14, font_weight=800)
        found.append(group(shape, name, at=(RIGHT + 24, round(y, 1))))
    return found


def _flag(number: int, moment: Moment, lines: list[list[float]]) -> str:
    line = lines[moment.seat]
    x, y = _x(moment.index, len(line)), _y(line[moment.index])
    high = max(TOP + 4, y - 46)
    return (
        tag("path", d=f"M{x:.1f} {y:.1f}V{high + 12:.1f}", stroke=table("badge"), stroke_width=2)
        + tag("circle", cx=round(x, 1), cy=round(y, 1), r=4, fill=table("badge"))
        + tag("circle", cx=round(x, 1), cy=round(high, 1), r=13, fill=table("badge"))
        + words(
            str(number), round(x, 1), round(high + 5, 1), 15,
            fill="#fff", font_weight=800, text_anchor="middle",
        )
    )  # fmt: skip
