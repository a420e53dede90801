"""Façir in words and characters: the board for a terminal, and sentences for the log.

Sentences are for everybody: they never tell a card, a rotation or a possibility that is secret.
The words are those of the page, in its languages.
"""

from __future__ import annotations

from jemaa.core.actions import Action
from jemaa.core.picture import WIDTH, Ink, Picture, Span
from jemaa.core.state import SPECTATOR
from jemaa.games.facir.board import ROUNDS
from jemaa.games.facir.lying import fits
from jemaa.games.facir.moves import Turn
from jemaa.games.facir.rules import DECIDING, FacirState
from jemaa.games.facir.scene import stands
from jemaa.games.facir.setup import MOST_TURNS
from jemaa.games.facir.story import Dealt, Played, Shown, Stood, story
from jemaa.games.facir.view import FacirView
from jemaa.games.grid import COLUMNS, SIZE
from jemaa.locale import listed, text

FREE = "·"
SETTINGS = {
    "colours": "The colour of each seat's nails, r, y, b or n, as in ryb.",
    "deck": "The 24 cards: @FILE reads them from a file with one card a line, nine places"
    " row by row, o for a hole and . for none.",
    "boxed": "Whether the deck may be as a box has it, with equal cards, 3 or 6 holes: no or yes.",
    "repetitions": "A round is void when a position comes so often: 2 to 9, or none.",
    "turn_cap": f"A round is void after so many turns: 1 to {MOST_TURNS}, or none, which"
    f" is {MOST_TURNS} too.",
}
"""What each setting of the game means, and which values it may have."""


def picture(view: FacirView, language: str = "en", width: int = WIDTH) -> Picture:
    """Draw the bed of nails, with the rooms and the own card beside or below it."""
    bed = Picture(_bed_lines(view, language))
    others = Picture([*_room_lines(view, language), [], *_card_lines(view, language)])
    whole = bed.beside(others, gap=3)
    if whole.width > width:
        whole = bed.above(Picture([[], *others.lines]))
    return whole.above(Picture([[]])).above(Picture.of_text(situation(view, language), width))


def _bed_lines(view: FacirView, language: str) -> list[list[Span]]:
    lines: list[list[Span]] = [["  " + " ".join(COLUMNS)]]
    for y in range(SIZE):
        line: list[Span] = [str(y + 1)]
        for x in range(SIZE):
            line += [" ", _nail(view, 8 * y + x, language)]
        lines.append(line)
    return lines


def _nail(view: FacirView, cell: int, language: str) -> Span:
    seat = view.known.nail(cell)
    if seat is None:
        return FREE
    letter = view.setup.colours[seat]
    return Ink(text(language, f"pieces.letter-{letter}"), letter)


def _room_lines(view: FacirView, language: str) -> list[list[Span]]:
    """Return a line for each seat: who, what is seen of the card, the nails left, the cards won."""
    seats = range(view.setup.players)
    names = [seat_name(view, seat, language) for seat in seats]
    rooms = [_room(view, seat, language) for seat in seats]
    nails = [text(language, "facir.nails-short", count=left) for left in view.nails_left]
    won = [text(language, "facir.won-short", count=len(cards)) for cards in view.won]
    lines: list[list[Span]] = []
    for seat in seats:
        mark = ">" if seat == view.known.seat and not view.is_over else " "
        pad = " " * (max(map(len, names)) - len(names[seat]) + 2)
        rest = f"{pad}{_column(rooms, seat)}{_column(nails, seat)}{won[seat]}"
        lines.append([f"{mark} {seat} ", Ink(names[seat], view.setup.colours[seat]), rest])
    return lines


def rooms_told(view: FacirView, language: str) -> list[str]:
    """Return the name, the room, the nails left and the cards won of each seat, a line for each."""
    return [
        f"{seat_name(view, seat, language)}: {_room(view, seat, language)}, "
        + text(language, "facir.nails-short", count=view.nails_left[seat])
        + f", {text(language, 'facir.won-short', count=len(view.won[seat]))}"
        for seat in range(view.setup.players)
    ]


def _column(texts: list[str], row: int) -> str:
    return texts[row].ljust(max(map(len, texts)) + 2)


def _room(view: FacirView, seat: int, language: str) -> str:
    if not view.is_over and seat not in view.playing:
        return text(language, "facir.seat-looks-on")
    edge = view.edges[seat]
    if edge is not None:
        return text(language, "terminal.edge", edge=edge)
    if view.stood[seat]:
        return text(language, "facir.seat-stood")
    return text(language, "terminal.holds-card" if view.dealt[seat] else "terminal.no-card")


def _card_lines(view: FacirView, language: str) -> list[list[Span]]:
    if view.card is None or view.pattern is None:
        return []
    how = "card" if view.rotation is not None else "card-printed"
    title = text(language, f"terminal.{how}", number=view.card + 1)
    lines: list[list[Span]] = [[f"  {title}"]]
    lines += [["    " + " ".join(view.pattern[start : start + 3])] for start in (0, 3, 6)]
    return lines


def situation(view: FacirView, language: str) -> str:
    """Return which round and turn it is, and who must do what."""
    if view.is_over:
        return text(language, "terminal.over", won=_winners(view, language))
    where = _round_name(view.round, language)
    if view.phase == "play":
        where = text(language, "terminal.turn", round=where, turn=view.turns + 1)
    mine = view.seat == view.known.seat and view.seat != SPECTATOR
    wanted = text(language, _wanted(view, mine), name=_mover(view, language))
    return f"{where}. {wanted.rstrip('.')}."


def _wanted(view: FacirView, mine: bool) -> str:
    if view.phase == "deal":
        return "terminal.line-deal"
    if view.phase == "stand":
        return f"facir.title-{'stand-you' if mine else 'wait-stand'}"
    return f"facir.title-{'play-you' if mine else 'wait'}"


def _round_name(number: int, language: str) -> str:
    if number == DECIDING:
        return text(language, "facir.round-deciding")
    return text(language, "facir.round", round=number + 1, all=ROUNDS)


def _winners(view: FacirView, language: str) -> str:
    names = [seat_name(view, seat, language) for seat in view.ranking()[0]]
    if len(names) == 1:
        return text(language, "result.won", name=names[0])
    return text(language, "result.shared", names=listed(language, names))


def seat_name(state: FacirState | FacirView, seat: int, language: str = "en") -> str:
    """Name a seat by the colour of its nails, as in `Red`."""
    return text(language, f"pieces.colour-{state.setup.colours[seat]}")


def _mover(view: FacirView, language: str) -> str:
    return seat_name(view, view.known.seat, language)


def tell(before: FacirState, action: Action, language: str = "en") -> str:
    """Return in one sentence what everybody may know of an action, in the words of the page."""
    # Only a turn can end a round; and the edges are told by the board.
    after = before.after(action) if isinstance(action, Turn) else before
    told = story(before, action, after, SPECTATOR, revealed=False)
    name = seat_name(before, before.seat, language)
    match told:
        case Dealt():
            return text(language, "terminal.line-deal", name=name)
        case Stood():
            return text(language, "facir.line-stand", name=name)
        case Played():
            return _tell_turn(before, told, language)


def _tell_turn(before: FacirState, told: Played, language: str) -> str:
    sentence = text(
        language,
        f"facir.line-{_what(told)}",
        name=seat_name(before, told.seat, language),
        source=told.source or "",
        target=told.target or "",
        round=told.round,
    )
    return f"{sentence} {_tell_cards(before, told.shown, language)}" if told.shown else sentence


def _what(told: Played) -> str:
    """Name what was done to a nail, and what came of it."""
    nail = "lay" if told.target is None else "put" if told.source is None else "move"
    end = "" if nail == "lay" else "-lay" if told.laid else "-void" if told.void else ""
    return nail + end + ("-deciding" if told.deciding and told.shown else "")


def _tell_cards(before: FacirState, shown: tuple[Shown, ...], language: str) -> str:
    """Name the cards that the end of a round has shown to all (F-32, F-42)."""
    cards = [
        f"{seat_name(before, one.seat, language)} {before.rooms[one.seat].card + 1}"
        for one in shown
    ]
    return text(language, "terminal.shown", cards=listed(language, cards))


# Odds.

SHOWN = 5
"""So many places of the card are told."""


def odds(view: FacirView, language: str = "en") -> list[str]:
    """Return what the own card would show, or where least is missing for it to lie."""
    if view.card is None:
        return []
    printed = view.setup.deck[view.card]
    if view.phase == "stand":
        return [
            f"{way['move']}  "
            + text(
                language,
                "facir.stand-way",
                degrees=90 * way["rotation"],
                edge=f"[{way['edge']}]",
            )
            for way in stands(printed)
        ]
    if view.phase != "play":
        return []
    places = [
        (_lacks(marks), square, fit["rotation"], marks)
        for fit in fits(view.known, view.seat)
        for square, marks in fit["marks"].items()
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
