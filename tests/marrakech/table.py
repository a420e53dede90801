"""Help for the tests of Marrakech: positions in few words, and playing by notation."""

import jemaa
from jemaa import CHANCE
from jemaa.games.marrakech.notation import parse_unchecked

GAME = jemaa.game("marrakech")
EMPTY = "7/7/7/7/7/7/7"
SQUARES = [f"{column}{row}" for row in "1234567" for column in "abcdefg"]


def position(
    board=EMPTY,
    assam="d4S",
    turn="0:turn",
    *,
    setup="-",
    purses="30,30,30,30",
    rugs=None,
    rounds=None,
):
    """Make a position of four players; the rugs left follow from the turn order if not given.

    It shows one thing and nothing else, so a game need not be able to come to it.

    Args:
        rounds: how many rugs each of those has laid who are yet to lay one this round; 6 by
            default, or 0 on an empty board.
    """
    if rugs is None:
        rounds = (0 if board == EMPTY else 6) if rounds is None else rounds
        seat = int(turn[0])
        left = [12 - rounds - (other < seat) for other in range(4)]
        rugs = ",".join(f"{letter}{number}" for letter, number in zip("rybn", left, strict=True))
    return parse_unchecked(f"marrakech {setup} {board} {assam} {purses} {rugs} {turn}")


def action(state, text):
    return GAME.outcome(text) if state.to_act == CHANCE else GAME.move(text)


def play(state, *texts):
    """Make moves and outcomes one after another, each by its notation."""
    for text in texts:
        state = state.after(action(state, text))
    return state


def legal(state):
    return [move.text for move in state.legal()]


def outcomes(state):
    return {outcome.text: weight for outcome, weight in state.outcomes()}


def assam(state):
    """Return Assam's square and heading as the notation has them, as in `d4S`."""
    return str(state).split()[3]


def cells(*names):
    """Return the board on which just these squares are set."""
    return sum(1 << 8 * (int(row) - 1) + "abcdefg".index(column) for column, row in names)


def random_action(state, rng):
    """Choose a move, or an outcome by its weight."""
    if state.to_act == CHANCE:
        actions, weights = zip(*state.outcomes(), strict=True)
        return rng.choices(actions, weights)[0]
    return rng.choice(state.legal())


def walk(state, rng):
    """Return a random game as pairs of a state and the action taken in it, then (final, None)."""
    while not state.is_over:
        chosen = random_action(state, rng)
        yield state, chosen
        state = state.after(chosen)
    yield state, None
