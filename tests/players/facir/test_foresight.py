"""Foresight is compared with the evaluator and with answers found one by one."""

import pytest

from jemaa.core.state import compiled
from jemaa.games.facir import DEFAULT_DECK, FacirState
from jemaa.players.base import Limit
from jemaa.players.facir.evaluation import FacirEvaluator
from jemaa.players.facir.foresight import Foresight
from jemaa.players.facir.inference import Knowledge, knowledge
from jemaa.players.facir.weights import ROUND
from jemaa.players.search import Control

from .places import bed

# Seat 1 decides; after it come 2 and 0.
STATE = bed(["a1 b1", "d4 e5", "g7 f6"], [0, 5, 9], seat=1, turns=7)
CARDS = ({9: 0.4, 20: 0.3, 15: 0.2, 12: 0.1}, {0: 0.6, 20: 0.4}, {5: 1.0})
DOUBTS = ((9, 0, 5), (15, 0, 11), (20, 3, 7))


def judge(state):
    return FacirEvaluator(state.setup.players, DEFAULT_DECK, ROUND[state.setup.players])


def known(state=STATE, cards=CARDS, doubts=DOUBTS):
    seats = (*state.playing[state.playing.index(state.seat) + 1 :], *state.playing)
    seats = seats[: len(state.playing)]
    return Knowledge(seats, cards, doubts, judge(state).gains(state), state.nails, state.turns)


def foresight(of):
    made = Foresight(DEFAULT_DECK, ROUND[len(of.nails)])
    made.begin(of)
    return made


def opened(state, seats, cards):
    """Put cards into rooms."""
    rooms = list(state.rooms)
    for seat, card in zip(seats, cards, strict=True):
        rooms[seat] = rooms[seat]._replace(card=card)
    return FacirState.of_parts(state.setup, state.parts._replace(rooms=tuple(rooms)))


def evaluated(state):
    """Return the shares of the game by the evaluator."""
    shares, gains = judge(state).round_shares(state), judge(state).gains(state)
    players = range(state.setup.players)
    whole = [*shares[:-1], *[0.0] * (5 - len(shares)), shares[-1]]
    return [sum(whole[winner] * gains[winner][seat] for winner in range(5)) for seat in players]


def mean(pairs):
    """Return the mean of vectors by their weights."""
    pairs = list(pairs)
    total = sum(weight for weight, _ in pairs)
    return [sum(w * v[seat] for w, v in pairs) / total for seat in range(len(pairs[0][1]))]


def worlds(cards):
    return [
        (one * other, (first, second, own))
        for first, one in cards[0].items()
        for second, other in cards[1].items()
        for own in cards[2]
        if len({first, second, own}) == 3
    ]


def put(state):
    return next(move for move in state.legal() if move.text == "d5")


def test_without_answers_it_is_the_mean_of_the_evaluator():
    told = known()
    after = STATE.after(put(STATE))
    found = foresight(told).values(after.nails[1], 0, Control())
    expected = mean(
        (weight, evaluated(opened(after, told.seats, cards))) for weight, cards in worlds(CARDS)
    )
    assert found == pytest.approx(expected)


def answered(after, seats, card):
    """Find the position after the answer that is best over the doubts for somebody with a card."""
    seat = seats[0]
    here = opened(after, [seat], [card])
    best = None
    for move in here.legal():
        if move.lays:
            return None
        reached = here.after(move)
        cases = [
            opened(reached, seats, (card, *doubt[1:]))  # the first of them is the one who answers
            for doubt in DOUBTS
        ]
        # Two may hold the same card here: his own is certain to him, theirs are guesses.
        worth = sum(evaluated(case)[seat] for case in cases)
        if best is None or worth > best[0] + 1e-12:
            best = worth, reached
    return best[1]


@pytest.mark.skipif(not compiled, reason="some thousand positions, one by one")
def test_answer_is_what_is_best_for_whoever_knows_only_his_own_card():
    told = known()
    after = STATE.after(put(STATE))
    found = foresight(told).values(after.nails[1], 1, Control())
    reached = {card: answered(after, told.seats, card) for card in CARDS[0]}
    assert sorted(card for card, state in reached.items() if state is None) == [9]

    def result(cards):
        state = reached[cards[0]]
        return (
            told.gains[told.seats[0]]
            if state is None
            else evaluated(opened(state, told.seats, cards))
        )

    expected = mean((weight, result(cards)) for weight, cards in worlds(CARDS))
    assert found == pytest.approx(expected)


def test_whoever_can_lay_wins():
    state = bed(["a1 b1 c1", "d4 e5"], [0, 5], seat=1, turns=7)
    told = known(state, ({0: 1.0}, {5: 1.0}), ((0, 5),))
    own = state.nails[1]
    assert foresight(told).values(own, 1, Control()) == pytest.approx(told.gains[0])
    assert foresight(told).values(own, 0, Control())[0] < told.gains[0][0]


def test_seats_that_look_on_win_nothing():
    won = (0, 0b111111, 0b111111 << 6)
    cards = [None, 0, 1]
    state = bed(["", "a1 b1", "g7"], cards, seat=1, won=won, round=6, playing=0b110, turns=3)
    told = known(state, ({1: 1.0}, {0: 1.0}), ((1, 0),))
    for answers in range(3):
        shares = foresight(told).values(state.nails[1], answers, Control())
        assert shares[0] == 0
        assert sum(shares) == pytest.approx(1)


def test_more_cards_than_there_is_room_for():
    many = {card: 0.9**card for card in range(16)}
    told = known(STATE, (many, {20: 1.0}, {21: 1.0}), tuple((card, 20, 21) for card in range(16)))
    assert sum(foresight(told).values(STATE.nails[1], 1, Control())) == pytest.approx(1)


def test_it_can_be_stopped():
    control = Control(Limit(nodes=20))
    one = foresight(known())
    one.values(STATE.nails[1], 2, control)
    assert control.is_stopped
    assert one.nodes < 40


def test_all_can_hold_different_cards_even_where_two_seem_to_hold_the_same():
    # Both neighbours have shown the same edge and put their nails in the same shape.
    nails = ["a7 b7 g6", "a1 b1 c1 b3", "e4 f4 g4 f6"]
    view = bed(nails, [9, 0, 0], turns=12).view(0)
    worlds = knowledge(view, 2).worlds()
    assert worlds
    assert sum(likely for _, likely in worlds) == pytest.approx(1)
    assert all(len(set(cards)) == 3 for cards, _ in worlds)
