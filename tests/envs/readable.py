"""The observations of both games once more, slow and by the public names of states and views.

Everything is a dictionary by the names of the layout; what compiled code writes must be equal.
"""

import numpy as np

from jemaa.games.grid import CELLS


def board(bits):
    return [bits >> cell & 1 for cell in CELLS]


def one_of(index, size):
    return [float(place == index) for place in range(size)]


def clockwise(seat, players):
    return [(seat + ahead) % players for ahead in range(players)]


def padded(values, size=4):
    return [*values, *[0] * (size - len(values))]


def colours(state, seat):
    """Return the colours of each seat, the one in hand first."""
    order = []
    for owner in clockwise(seat, state.setup.players):
        own = [colour for colour in range(4) if state.owner(colour) == owner]
        order += sorted(own, key=lambda colour: colour != state.colour)
    return order


def marrakech(state, seat):
    players, setup = state.setup.players, state.setup
    seats, order = clockwise(seat, players), colours(state, seat)
    cell, heading = state.assam
    seen = {f"colour {index}": board(state.boards[colour]) for index, colour in enumerate(order)}
    seen.setdefault("colour 3", board(0))
    seen["links east"], seen["links south"] = map(board, state.links)
    for index, name in enumerate(("north", "east", "south", "west")):
        seen[f"assam {name}"] = board(1 << cell if index == heading else 0)
    seen["cash"] = padded([state.cash[other] / 30 for other in seats])
    seen["rugs"] = padded([state.rugs_left[colour] / 15 for colour in order])
    seen["fallen"] = padded([state.fallen[other] / 3 for other in seats])
    seen["whose turn"] = padded([float(other == state.seat) for other in seats])
    seen["phase"] = [float(state.phase == "turn"), float(state.phase == "lay")]
    seen["players"] = one_of(players - 2, 3)
    seen["variants"] = [float(setup.rotate == "after"), float(setup.insolvent == "stays")]
    return seen


def facir(state, seat):
    """Read the view of the seat, and nothing else: it holds no secret."""
    view, known = state.view(seat), state.view(seat).known
    players = state.setup.players
    seats = clockwise(seat, players)
    nails = padded([view.nails[other] for other in seats])
    seen = {f"nails {index}": board(bits) for index, bits in enumerate(nails)}
    pattern = view.pattern or "." * 9
    plane = np.zeros((7, 7))
    plane[2:5, 2:5] = [[mark == "o" for mark in pattern[row : row + 3]] for row in (0, 3, 6)]
    seen["own card"] = list(plane.reshape(-1))
    edges = [known.rooms[other].edge for other in seats]
    seen["edges"] = padded([value for edge in edges for value in one_of(edge, 8)], 32)
    seen["card"] = one_of(view.card, 24)
    seen["rotation"] = one_of(view.rotation, 4)
    seen["unseen"] = [float(card in view.unseen) for card in range(24)]
    seen["won"] = padded([len(view.won[other]) / 24 for other in seats])
    seen["playing"] = padded([float(other in view.playing) for other in seats])
    seen["nails left"] = padded([view.nails_left[other] / 7 for other in seats])
    seen["whose turn"] = padded([float(other == known.seat) for other in seats])
    seen["stood"] = padded([float(view.stood[other]) for other in seats])
    seen["round"] = one_of(view.round, 7)
    seen["turns"] = [view.turns / (state.setup.turn_cap or 1000)]
    seen["occurrences"] = [(known.occurrences - 1) / 8]
    seen["phase"] = [float(view.phase == "stand"), float(view.phase == "play")]
    seen["players"] = one_of(players - 2, 3)
    return seen


READERS = {"marrakech": marrakech, "facir": facir}


def flat(state, seat):
    """Return the observation as one row of numbers, in the order of the layout."""
    seen = READERS[state.game.name](state, seat)
    layout = state.game.observer.layout
    values = []
    for name, _ in layout.planes:
        values += seen[name]
    for part in layout.scalars:
        assert len(seen[part.name]) == part.size
        values += seen[part.name]
    return np.array(values, np.float32)


def mask(state):
    found = np.zeros(state.game.observer.layout.actions, np.uint8)
    found[[move.id for move in state.legal()]] = 1
    return found
