"""Marrakech in words and characters: the board for a terminal, and sentences for the log.

Every colour has a letter and a weave of its own, so the board can be read without colours. The
words are those of the page, in its languages.
"""

from __future__ import annotations

from jemaa.core.actions import Action
from jemaa.core.picture import WIDTH, Ink, Picture, Span, piece
from jemaa.games.grid import COLUMNS, SIZE, square_name
from jemaa.games.marrakech.board import HEADINGS
from jemaa.games.marrakech.moves import Roll
from jemaa.games.marrakech.rules import MarrakechState
from jemaa.games.marrakech.scene import FACES, Landing, directions
from jemaa.games.marrakech.setup import COLOURS
from jemaa.games.marrakech.story import Drawn, Laid, Rolled, Turned, story
from jemaa.games.marrakech.view import MarrakechView
from jemaa.locale import listed, text

ARROWS = "▲►▼◄"
SETTINGS = {
    "colours": "The colours of the seats, r, y, b or n, joined by +: one each as in r+y+b,"
    " or two each with two players as in ry+bn.",
    "edition": "Rugs in the box: 60, or 57 with three brown ones fewer.",
    "rotate": "Assam is turned before the roll, or after the rug for the next player:"
    " before or after.",
    "insolvent": "Whoever cannot pay in full is out, or stays: out or stays.",
    "facing": "Where Assam looks at the start: N, E, S or W.",
}
"""What each setting of the game means, and which values it may have."""


def picture(view: MarrakechView, language: str = "en", width: int = WIDTH) -> Picture:
    """Draw the market, the stalls beside or below it, and the situation below.

    A rug whose two halves are both seen is drawn without a border between them. Where even the
    market alone is too wide, its squares become narrower.
    """
    state = view.state
    market = _Market(state, language)
    stalls = Picture(_stall_lines(state, language))
    whole = market.picture().beside(Picture([[], *stalls.lines]))
    if whole.width > width:
        narrow = market.picture().width > width
        whole = (market.picture(margin=1) if narrow else market.picture()).above(stalls)
    return whole.above(Picture.of_text(situation(state, language), width))


class _Market:
    """Draws the squares; `margin` characters are cut from both sides of each."""

    def __init__(self, state: MarrakechState, language: str) -> None:
        self.state = state
        self.letters = {letter: text(language, f"pieces.letter-{letter}") for letter in COLOURS}

    def picture(self, margin: int = 0) -> Picture:
        shown = slice(margin, 5 - margin)
        gap = " " * (5 - 2 * margin)
        lines: list[list[Span]] = [[" " * (5 - margin) + gap.join(COLUMNS)]]
        for y in range(SIZE):
            lines.append(["  ", *self._border(y, shown)])
            lines.append([f"{y + 1} ", *self._row(y, shown)])
        lines.append(["  ", *self._border(SIZE, shown)])
        return Picture(lines)

    def _border(self, y: int, shown: slice) -> list[Span]:
        """Draw the line above row y; a rug that hangs over it shows its weave there."""
        left, cross, right = "┌┬┐" if y == 0 else "└┴┘" if y == SIZE else "├┼┤"
        spans: list[Span] = []
        for x in range(SIZE):
            above = 8 * (y - 1) + x
            hangs = 0 < y < SIZE and self.state.links[1] >> above & 1
            spans += [cross if x else left, self._weave(above, shown) if hangs else "─────"[shown]]
        return [*spans, right]

    def _row(self, y: int, shown: slice) -> list[Span]:
        spans: list[Span] = ["│"]
        for cell in range(8 * y, 8 * y + SIZE):
            linked = self.state.links[0] >> cell & 1
            spans += [self._square(cell, shown), self._weave(cell, slice(2, 3)) if linked else "│"]
        return spans

    def _square(self, cell: int, shown: slice) -> Span:
        letter = _top(self.state, cell)
        weave = piece(letter).weave_text if letter else "     "
        mark = self.letters.get(letter, " ")
        assam, heading = self.state.assam
        square = weave[:2] + mark + weave[3:]
        if cell == assam:
            square = f"{mark}({ARROWS[heading]}){mark}"
        return Ink(square[shown], letter) if letter else square[shown]

    def _weave(self, cell: int, shown: slice) -> Span:
        letter = _top(self.state, cell)
        return Ink(piece(letter).weave_text[shown], letter)


def _top(state: MarrakechState, cell: int) -> str:
    colour = state.top(cell)
    return "" if colour is None else COLOURS[colour]


def _stall_lines(state: MarrakechState, language: str) -> list[list[Span]]:
    lines: list[list[Span]] = []
    for seat in range(state.setup.players):
        mark = ">" if seat == state.seat and not state.is_over else " "
        name = Ink(seat_name(state, seat, language), state.setup.colours[seat][0])
        out = f", {text(language, 'marrakech.seat-out')}" if state.fallen[seat] else ""
        rugs = text(language, "terminal.rugs", rugs=_rugs(state, seat, language))
        lines += [
            [f"{mark} {seat} ", name, out],
            [f"    {_sum(state, seat, language)}"],
            [f"    {rugs}"],
        ]
    return lines


def stalls_told(state: MarrakechState, language: str) -> list[str]:
    """Return the name, the score and the rugs of each seat, a line for each."""
    return [
        f"{seat_name(state, seat, language)}: {_sum(state, seat, language)}, "
        + text(language, "terminal.rugs", rugs=_rugs(state, seat, language))
        for seat in range(state.setup.players)
    ]


def _sum(state: MarrakechState, seat: int, language: str) -> str:
    squares, cash, score = state.visible()[seat], state.cash[seat], state.scores()[seat]
    sum_ = text(language, "marrakech.score-of", squares=squares, cash=cash)
    return f"{sum_} = {score}"


def _rugs(state: MarrakechState, seat: int, language: str) -> str:
    left = dict(zip(COLOURS, state.rugs_left, strict=True))
    letters = state.setup.colours[seat]
    return " ".join(f"{left[one]}{text(language, f'pieces.letter-{one}')}" for one in letters)


def situation(state: MarrakechState, language: str) -> str:
    """Return where Assam is and who must do what."""
    if state.is_over:
        return text(language, "terminal.over", won=_winners(state, language))
    cell, heading = state.assam
    square = square_name(cell)
    where = text(language, f"terminal.assam-{HEADINGS[heading]}", square=square)
    said = [where, text(language, f"marrakech.{_wanted(state)}", name=_mover(state, language))]
    if state.setup.players == 2 and state.colour is not None and state.phase != "draw":
        said.append(text(language, f"marrakech.drawn-{COLOURS[state.colour]}"))
    return " ".join(one if one[-1] in ".?" else f"{one}." for one in said)


def _wanted(state: MarrakechState) -> str:
    if state.phase == "turn":
        return "title-turn-after" if state.setup.rotate == "after" else "title-turn"
    return {"draw": "wait-draw", "roll": "wait-roll", "lay": "title-lay"}[state.phase]


def _mover(state: MarrakechState, language: str) -> str:
    return seat_name(state, state.seat, language)


def _winners(state: MarrakechState, language: str) -> str:
    names = [seat_name(state, seat, language) for seat in state.ranking()[0]]
    if len(names) == 1:
        return text(language, "result.won", name=names[0])
    return text(language, "result.shared", names=listed(language, names))


def seat_name(state: MarrakechState, seat: int, language: str = "en") -> str:
    """Name a seat by its colours: `Red`, or `Red and yellow`."""
    names = [text(language, f"pieces.colour-{letter}") for letter in state.setup.colours[seat]]
    return listed(language, names).capitalize()


def tell(before: MarrakechState, action: Action, language: str = "en") -> str:
    """Return in one sentence what an action does, in the words of the page."""
    # What chance has brought leads somewhere; of all else the sentence follows from the action.
    told = story(before, action, before.after(action) if isinstance(action, Roll) else before)
    name = _mover(before, language)
    match told:
        case Drawn():
            return text(language, f"marrakech.line-draw-{told.colour}", name=name)
        case Turned():
            return text(language, f"marrakech.line-turn-{told.heading}", name=name)
        case Laid():
            first, second = told.squares
            key = f"marrakech.line-lay-{told.colour}"
            return text(language, key, name=name, first=first, second=second)
        case Rolled():
            return _tell_roll(before, told, language)


def _tell_roll(before: MarrakechState, told: Rolled, language: str) -> str:
    name = _mover(before, language)
    known: dict[str, str | int] = {
        "name": name,
        "slippers": told.slippers,
        "square": told.path[-1]["square"],
    }
    payment = told.payment
    if payment is None:
        return text(language, "marrakech.line-roll-free", **known)
    end = "out" if told.out else "short" if payment["paid"] < payment["due"] else "pay"
    owner = seat_name(before, payment["to"], language)
    known |= {"payer": name, "owner": owner, "paid": payment["paid"], "due": payment["due"]}
    return text(language, f"marrakech.line-roll-{end}", **known)


# Odds.


def odds(view: MarrakechView, language: str = "en") -> list[str]:
    """Return for each way to turn Assam what it costs on average and where each roll leads."""
    state = view.state
    lines = []
    for way in directions(state):
        name = text(language, f"marrakech.way-{way['heading']}")
        cost = text(language, "marrakech.way-cost-after", amount=way["expected"])
        lines.append(f"{way['move']:2} {name}: {cost}")
        lines += [f"     {_landing(state, landing, language)}" for landing in way["landings"]]
    return lines


def _landing(state: MarrakechState, landing: Landing, language: str) -> str:
    known: dict[str, str | int] = {
        "weight": landing["weight"],
        "all": FACES,
        "slippers": text(language, "pieces.slippers", count=landing["slippers"]),
        "square": landing["path"][-1]["square"],
    }
    payment = landing["payment"]
    if payment is None:
        return text(language, "terminal.odds-free", **known)
    known |= {"paid": payment["paid"], "owner": seat_name(state, payment["to"], language)}
    return text(language, "terminal.odds-out" if landing["out"] else "terminal.odds-pay", **known)
