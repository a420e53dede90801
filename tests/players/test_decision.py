"""What a player has chosen, and from what."""

import pickle

import pytest

import jemaa
from jemaa.players.base import Candidate, Decision

VIEW = jemaa.game("marrakech").new(players=4).view(0)
MOVES = VIEW.legal()
CANDIDATES = tuple(Candidate(move, (0.25,) * 4, 1.0) for move in MOVES)


def test_candidates_are_found_once_and_only_when_asked_for():
    asked = []

    def find():
        asked.append(1)
        return CANDIDATES

    decision = Decision(MOVES[1], find, 7)
    assert (decision.move, decision.nodes, asked) == (MOVES[1], 7, [])
    assert decision.candidates is decision.candidates is CANDIDATES
    assert decision.values == (0.25,) * 4
    assert asked == [1]


def test_decisions_are_values_whoever_has_found_the_candidates():
    early, late = Decision(MOVES[0], CANDIDATES, 3), Decision(MOVES[0], lambda: CANDIDATES, 3)
    assert early == late
    assert hash(early) == hash(late)
    assert repr(early) == repr(late)
    assert repr(early).startswith("Decision(move=Turn('L'), candidates=(Candidate(")
    assert early != Decision(MOVES[1], CANDIDATES, 3)
    assert early != CANDIDATES


def test_decision_can_be_sent_to_another_process():
    decision = Decision(MOVES[0], lambda: CANDIDATES, 3)
    assert pickle.loads(pickle.dumps(decision)) == decision


@pytest.mark.parametrize("game", ["marrakech", "facir"])
@pytest.mark.parametrize("who", ["random", "greedy", "newcomer"])
def test_the_move_is_one_of_the_best_candidates(game, who):
    player = jemaa.player(game, who)
    for state in jemaa.play(game, ["random"] * 2, seed=1).states[::5]:
        if not state.legal():
            continue
        view = state.view(state.to_act)
        decision = player.choose(view)
        weights = [candidate.weight for candidate in decision.candidates]
        assert {candidate.move for candidate in decision.candidates} == set(view.legal())
        assert weights == sorted(weights, reverse=True)
        if who != "random":
            assert decision.candidates[0].move is decision.move
