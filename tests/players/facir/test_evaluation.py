"""The shares of the round and of the game."""

from random import Random

import pytest

from jemaa.core.state import CHANCE
from jemaa.games.facir import FacirState
from jemaa.games.grid import cells_of
from jemaa.players.facir import judge
from jemaa.players.facir.evaluation import evaluator, game_shares, share_after

from .places import GAME, bed

COUNTS = (2, 3, 4)


def random_state(players, seed, steps):
    rng = Random(seed)
    state = GAME.new(players=players)
    for _ in range(steps):
        if state.to_act == CHANCE:
            state = state.after(rng.choice(state.outcomes())[0])
        else:
            state = state.after(rng.choice([m for m in state.legal() if "!" not in m.text]))
    return state


def quarter_turn(nails):
    """Turn nails clockwise with the whole board."""
    return sum(1 << 8 * (cell % 8) + 6 - cell // 8 for cell in cells_of(nails))


@pytest.mark.parametrize("players", COUNTS)
@pytest.mark.parametrize("steps", [0, 1, 3, 9, 16, 25])
def test_shares_add_up_to_one_in_every_phase(players, steps):
    state = random_state(players, steps, steps)
    for judged in (judge(state.setup), evaluator(players, state.setup.deck)):
        shares = judged.evaluate(state)
        assert len(shares) == players
        assert sum(shares) == pytest.approx(1)
        assert min(shares) >= 0


@pytest.mark.parametrize("players", COUNTS)
def test_shares_stay_when_the_board_is_turned(players):
    state = random_state(players, 5, 2 * players + 11)
    parts = state.parts
    turned = parts._replace(nails=tuple(map(quarter_turn, parts.nails)))
    after = FacirState.of_parts(state.setup, turned)
    assert after.nails != state.nails
    judged = judge(state.setup)
    assert judged.evaluate(after) == pytest.approx(judged.evaluate(state))


def test_whoever_can_lay_now_has_nearly_all():
    state = bed(["a1 b1 c1", "g7 f7"], [0, 1])
    assert evaluator(2, state.setup.deck).round_shares(state)[0] > 0.9


def test_deciding_round_is_shared_by_those_who_play_it():
    won = (0b11 << 12, 0b111111, 0b111111 << 6)
    state = bed(["", "a1", "g7"], [None, 0, 1], seat=1, won=won, round=6, playing=0b110)
    shares = judge(state.setup).evaluate(state)
    assert shares[0] == 0
    assert sum(shares) == pytest.approx(1)


def test_card_with_fewer_holes_is_luck():
    deal = GAME.new(players=2)
    judged = judge(deal.setup)
    four, five = (judged.evaluate(deal.after(GAME.outcome(text)))[0] for text in ("1", "24"))
    assert four > judged.evaluate(deal)[0] > five


@pytest.mark.parametrize("players", COUNTS)
def test_game_shares_add_up_to_one(players):
    table = game_shares(players)
    nobody = [0] * players
    for left in range(6):
        shares = [share_after(left, nobody, None, seat) for seat in range(players)]
        assert shares == pytest.approx([1 / players] * players)
    assert len(table) == players * 7 ** (players + 1)


def test_game_share_of_a_decided_game():
    assert share_after(1, [4, 0], 1, 0) == 1
    assert share_after(0, [2, 3], 0, 0) == 0.5
    assert share_after(1, [2, 2], 0, 0) == 0.75
