"""A review in words, for the terminal and for `print`."""

from __future__ import annotations

from jemaa import catalog
from jemaa.analysis.reviews import MOMENTS, Moment, Review, SeatSummary
from jemaa.core.state import Seat, State
from jemaa.locale import listed, text

COLUMNS = ("result", "start", "luck", "choices", "rest", "without-luck", "accuracy", "losses")


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
    """Return who has won, and who would have without luck."""
    called = names(review, language)
    winners = [seat.seat for seat in review.seats if seat.result > 0] if review.complete else []
    best = max(review.seats, key=lambda seat: seat.without_luck).seat
    by = "without-unknown" if review.hidden else "without-luck"
    if len(winners) == 1:
        said = text(language, "analysis.win-one", name=called[winners[0]])
        if winners[0] == best:
            return f"{said} {text(language, f'analysis.{by}-same')}"
    elif winners:
        whole = listed(language, [called[seat] for seat in winners])
        said = text(language, "analysis.win-shared", names=whole)
    else:
        return text(language, "analysis.cut-short")
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
