"""Marrakech in words and characters: the board for a terminal, and sentences for the log.

Every colour has a letter and a weave of its own, so the board can be read without colours.
"""

from __future__ import annotations

from jemaa.core.actions import Action
from jemaa.core.grid import COLUMNS, SIZE, square_name
from jemaa.games.marrakech.board import HEADINGS, coins
from jemaa.games.marrakech.moves import Draw, Roll, Rug, Turn
from jemaa.games.marrakech.rules import MarrakechState
from jemaa.games.marrakech.setup import COLOUR_NAMES, COLOURS
from jemaa.games.marrakech.view import MarrakechView

WEAVES = {"r": "<><><", "y": "/\\/\\/", "b": "=====", "n": "+++++"}
"""Diamonds, zigzag, bands, crosses: five characters for one square."""
ARROWS = "▲►▼◄"
POINTS = ("north", "east", "south", "west")


def draw(view: MarrakechView) -> str:
    """Draw the market with the stalls beside it and the situation below, 80 columns wide at most.

    A rug whose two halves are both seen is drawn without a border between them.
    """
    state = view.state
    board = _board_lines(state)
    stalls = ["", *_stall_lines(state)]
    stalls += [""] * (len(board) - len(stalls))
    lines = [f"{left}  {right}".rstrip() for left, right in zip(board, stalls, strict=True)]
    return "\n".join([*lines, _situation(state)])


def _board_lines(state: MarrakechState) -> list[str]:
    lines = ["     " + "     ".join(COLUMNS) + "  "]
    for y in range(SIZE):
        lines.append("  " + _border(state, y))
        lines.append(f"{y + 1} " + _row(state, y))
    lines.append("  " + _border(state, SIZE))
    return lines


def _border(state: MarrakechState, y: int) -> str:
    """Draw the line above row y; a rug that hangs over it shows its weave there."""
    pieces = []
    for x in range(SIZE):
        above = 8 * (y - 1) + x
        hangs = 0 < y < SIZE and state.links[1] >> above & 1
        pieces.append(WEAVES[_top(state, above)] if hangs else "─────")
    edge = ("┌", "┬", "┐") if y == 0 else ("└", "┴", "┘") if y == SIZE else ("├", "┼", "┤")
    return edge[0] + edge[1].join(pieces) + edge[2]


def _row(state: MarrakechState, y: int) -> str:
    row = "│"
    for cell in range(8 * y, 8 * y + SIZE):
        row += _square(state, cell)
        row += WEAVES[_top(state, cell)][2] if state.links[0] >> cell & 1 else "│"
    return row


def _square(state: MarrakechState, cell: int) -> str:
    letter = _top(state, cell)
    weave = WEAVES.get(letter, "     ")
    assam, heading = state.assam
    if cell == assam:
        mark = letter.upper() or " "
        return f"{mark}({ARROWS[heading]}){mark}"
    return weave[:2] + (letter.upper() or " ") + weave[3:]


def _top(state: MarrakechState, cell: int) -> str:
    for letter, board in zip(COLOURS, state.boards, strict=True):
        if board >> cell & 1:
            return letter
    return ""


def _stall_lines(state: MarrakechState) -> list[str]:
    lines = []
    purses = coins(state.cash)
    for seat in range(state.setup.players):
        ones, fives = purses[seat]
        mark = ">" if seat == state.seat and not state.is_over else " "
        out = ", out of the game" if state.fallen[seat] else ""
        rugs = " ".join(
            f"{state.rugs_left[COLOURS.index(letter)]}{letter.upper()}"
            for letter in state.setup.colours[seat]
        )
        squares, score = state.visible()[seat], state.scores()[seat]
        lines += [
            f"{mark} {seat} {seat_name(state, seat)}{out}",
            f"   {_count(squares, 'square')} + {_count(state.cash[seat], 'dirham')} = {score}",
            f"   rugs {rugs}; coins {fives}x5+{ones}x1",
        ]
    return lines


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _situation(state: MarrakechState) -> str:
    if state.is_over:
        winners = " and ".join(seat_name(state, seat) for seat in state.ranking()[0])
        return f"Game over: {winners} win{'s' if len(state.ranking()[0]) == 1 else ''}."
    name = seat_name(state, state.seat)
    drawn = state.setup.players == 2 and state.colour is not None
    rug = f"the {COLOUR_NAMES[COLOURS[state.colour or 0]]} rug" if drawn else "a rug"
    cell, heading = state.assam
    where = f"Assam on {square_name(cell)} looks {POINTS[heading]}"
    wants = {
        "draw": "draws a rug",
        "turn": f"turns Assam (then lays {rug})",
        "roll": "rolls the die",
        "lay": f"lays {rug}",
    }
    if state.phase == "turn" and state.setup.rotate == "after":
        wants["turn"] = "turns Assam for the next player"
    return f"{where}. {name} {wants[state.phase]}."


def seat_name(state: MarrakechState, seat: int) -> str:
    """Name a seat by its colours: `Red`, or `Red and yellow`."""
    names = [COLOUR_NAMES[letter] for letter in state.setup.colours[seat]]
    return " and ".join(names).capitalize()


def tell(before: MarrakechState, action: Action) -> str:
    """Tell in one sentence what an action does."""
    name = seat_name(before, before.seat)
    if isinstance(action, Turn):
        heading = (before.assam[1] + action.quarter) % 4
        return f"{name} lets Assam look {POINTS[heading]}."
    if isinstance(action, Draw):
        return f"{name} draws a {COLOUR_NAMES[COLOURS[action.colour]]} rug."
    if isinstance(action, Rug):
        colour = COLOUR_NAMES[COLOURS[before.colour or 0]]
        first, second = map(square_name, action.cells)
        return f"{name} lays a {colour} rug on {first} and {second}."
    if isinstance(action, Roll):
        return _tell_roll(before, action)
    raise TypeError(f"{action!r} is no action of Marrakech")


def _tell_roll(before: MarrakechState, roll: Roll) -> str:
    after: MarrakechState = before.after(roll)
    name = seat_name(before, before.seat)
    cell, heading = after.assam
    where = f"{square_name(cell)}, facing {HEADINGS[heading]}"
    sentence = f"{name} rolls {_count(roll.slippers, 'slipper')}: Assam goes to {where}"
    paid = before.cash[before.seat] - after.cash[before.seat]
    owners = [s for s, (a, b) in enumerate(zip(before.cash, after.cash, strict=True)) if b > a]
    if paid:
        sentence += f"; {name} pays {paid} to {seat_name(before, owners[0])}"
    if after.fallen[before.seat] and not before.fallen[before.seat]:
        sentence += " and is out of the game"
    return sentence + "."
