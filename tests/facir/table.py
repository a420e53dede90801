"""Help for the tests of Façir: positions in few words, and playing by notation."""

import jemaa
from jemaa import CHANCE
from jemaa.games.grid import cells_of, square_name

GAME = jemaa.game("facir")
EMPTY = "7/7/7/7/7/7/7"
SQUARES = [f"{column}{row}" for row in "1234567" for column in "abcdefg"]


def action(state, text):
    return GAME.outcome(text) if state.to_act == CHANCE else GAME.move(text)


def play(state, *texts):
    """Make moves and outcomes one after another, each by its notation."""
    for text in texts:
        state = state.after(action(state, text))
    return state


def start(*texts, **settings):
    """Begin a game of two players, or as the settings say, and play on."""
    return play(GAME.new(**{"players": 2, **settings}), *texts)


def bed(*nails, cards=("1^0", "2^0"), seat=0, settings="", won=None, round=1):
    """Return a position in play: for each seat the holes of its nails, as in `"a1 b1", "g7"`.

    Repetitions do not count there, so the nails can have come about in many ways.
    """
    players = len(nails)
    boards = [set(holes.split()) for holes in nails]
    rows = ["".join(_letter(boards, f"{x}{y}") for x in "abcdefg") for y in "1234567"]
    starter = (round - 1) % players
    turns = players * max(len(holes) for holes in boards) + (seat - starter) % players
    setup = ",".join(filter(None, [f"players={players}", "repetitions=none", settings]))
    won = won or ",".join("-" * players) + "/-"
    words = ["/".join(rows), ",".join(cards), won, f"{round}:play:{seat}:{turns}", "-"]
    for dots in range(7, 0, -1):
        words[0] = words[0].replace("." * dots, str(dots))
    return GAME.parse(" ".join(["facir", setup, *words]))


def _letter(boards, hole):
    for letter, holes in zip("rybn", boards, strict=False):
        if hole in holes:
            return letter
    return "."


def legal(state):
    return [move.text for move in state.legal()]


def outcomes(state):
    return {outcome.text: weight for outcome, weight in state.outcomes()}


def holes(board):
    """Return the names of the holes in a board of bits."""
    return {square_name(cell) for cell in cells_of(board)}


def refused(state, text):
    """Return the reason and the clause with which an action is refused."""
    try:
        play(state, text)
    except jemaa.IllegalMoveError as error:
        return error.reason, error.clause
    return None


def choices(state):
    """Return everything that can happen next."""
    return [outcome for outcome, _ in state.outcomes()] or list(state.legal())


def walk(state, rng):
    """Play a random game: give each state with the action taken there; the last action is None."""
    while not state.is_over:
        chosen = rng.choice(choices(state))
        yield state, chosen
        state = state.after(chosen)
    yield state, None
