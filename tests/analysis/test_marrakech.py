"""How moves of Marrakech are valued: exactly near the end, before by two kinds of players."""

import pytest

import jemaa
from jemaa.analysis import Plan, answer, marrakech
from jemaa.analysis.marrakech import DECIDED, LATE, LATE_LOOK, LOOK, QuickLook, sees_end, turns_left
from jemaa.analysis.plan import Duel, Foresee
from jemaa.analysis.procedure import procedure
from jemaa.analysis.reviews import label_of
from jemaa.analysis.rollouts import Rollouts
from jemaa.players.search import Control
from tests.analysis.positions import exact, played, turns_before_end


def test_of_a_roll_all_outcomes_are_luck_to_the_same_measure():
    """Luck has no mean: over the outcomes, each by its weight, it adds up to nothing."""
    match = played("marrakech", "greedy", "tourist", "greedy")
    index = next(i for i in range(60, 80) if match.states[i].phase == "roll")
    state = match.states[index]
    judge = procedure(state)
    look = judge.look(state, match.actions[index], Control())
    luck = [0.0] * 3
    for outcome, weight in state.outcomes():
        after = state.after(outcome)
        values = judge.look(after, after.legal()[0], Control()).values
        luck = [old + weight / 6 * (new - mean) for old, new, mean in
                zip(luck, values, look.expected, strict=True)]  # fmt: skip
    assert luck == pytest.approx([0, 0, 0], abs=1e-9)


@pytest.mark.parametrize("seed", [3, 4])
def test_values_near_the_end_are_those_of_exhaustive_search(seed):
    match = played("marrakech", "greedy", "greedy", "tourist", seed=seed)
    state = turns_before_end(match, 1)
    found = procedure(state).look(state, state.legal()[0], Control())
    assert found.values == pytest.approx(exact(state))
    roll = state.after(found.better)
    for outcome, _ in roll.outcomes():
        lay = roll.after(outcome)
        if lay.is_over:
            continue
        look = procedure(lay).look(lay, lay.legal()[-1], Control())
        assert look.values == pytest.approx(exact(lay))
        worst = exact(lay.after(lay.legal()[-1]))
        assert look.loss == pytest.approx(exact(lay)[lay.seat] - worst[lay.seat])


def test_two_turns_before_the_end_every_place_is_valued_exactly():
    match = played("marrakech", "greedy", "greedy", "tourist", seed=5)
    state = turns_before_end(match, 2)
    while state.phase != "lay":
        state = state.after(state.legal()[0] if state.legal() else state.outcomes()[0][0])
    seat = state.seat
    values = procedure(state).values(state, Control())
    best = max(exact(state.after(move))[seat] for move in state.legal())
    # Whoever moves last may have several best moves, which are not the same to the others.
    assert max(values.values()) == pytest.approx(best, abs=0.5 / 6)
    assert values.keys() == set(state.legal())


def test_last_two_turns_are_judged_to_the_end_of_the_game():
    """Players of rollouts look one turn ahead and would lay wrong rugs here: a loss was doubled."""
    match = played("marrakech", "tourist", "tourist", "tourist", seed=37)
    index = 129
    state, chosen = match.states[index], match.actions[index]
    plan, asked = Plan(match, seat=state.seat), set()
    while plan.question is not None:
        if isinstance(plan.question, Duel | Foresee):
            asked.add(plan.question.position)
        plan.take(answer(plan.question))
    found = plan.review().steps[index].judgement
    seat, better = state.seat, state.game.move(found.better)
    loss = exact(state.after(better))[seat] - exact(state.after(chosen))[seat]
    assert found.loss == pytest.approx(loss)
    assert (found.sure, found.games, found.error) == (True, 0, None)
    assert found.label == label_of(loss, procedure(state).thresholds)
    assert asked
    assert not asked & {str(one) for one in match.states if not one.is_over and sees_end(one)}


@pytest.mark.parametrize("setup", [{}, {"rotate": "after"}, {"insolvent": "stays"}])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_end_is_seen_from_two_turns_before_it(players, setup):
    setup = jemaa.game("marrakech").setup(players=players, **setup)
    match = jemaa.play("marrakech", ["greedy"] * players, seed=0, setup=setup)
    assert not any(match.state.fallen)
    assert [sees_end(turns_before_end(match, turns)) for turns in (1, 2, 3)] == [True, True, False]


def test_who_cannot_win_any_more_may_do_anything():
    # Brown moves last, and whatever they do is equally good for them. Taken for somebody who makes
    # the first of such moves, both ways were equal; 2,000 rollouts give Blue 0.82 and 0.57.
    state = jemaa.parse(
        "marrakech - rSnryEyr1/rySrrrn1/yyyEyrErb/nSyEyr1rEr/nyyyS2b/bEbbSyn2/1bbrb2 b1E"
        " 35,25,47,13 r0,y0,b1,n1 2:turn"
    )
    values = {move.text: share for move, share in procedure(state).values(state, Control()).items()}
    assert [*values] == ["S", "L", "R"]
    assert values["S"] - values["L"] > 0.05


def open_to_the_end(players, turns):
    """Return positions so many turns before the end of a game that nobody is sure to win."""
    early = QuickLook(players, late=0)
    for seed in range(50):
        match = played("marrakech", *["greedy"] * players, seed=seed)
        found = [turns_before_end(match, number) for number in turns]
        found = [one.after(one.outcomes()[0][0]) if one.phase == "draw" else one for one in found]
        if all(max(early.options(one, Control())[0].values) < DECIDED for one in found):
            return found
    raise AssertionError("every game was decided")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_quick_look_sees_further_near_the_end_and_all_moves_in_the_last_two_turns(players):
    turns = (2, 3, LATE[players], LATE[players] + 1)
    quick = QuickLook(players)
    seen = [
        {option.turns for option in quick.options(state, Control())}
        for state in open_to_the_end(players, turns)
    ]
    assert seen == [{LOOK}, {LATE_LOOK}, {LATE_LOOK}, {LOOK}]


def test_quick_look_stays_quick_where_the_game_is_decided():
    # Both have some moves left, and whatever they do Red and Yellow lose: to look three turns ahead
    # took 550,000 nodes.
    state = jemaa.parse(
        "marrakech players=2,rotate=after,insolvent=stays yEynryrSrS/1rySnrrr/2ybEbbSn/2rErrby"
        "/2ySyybr/2y2yEy/nEn5 d5N 0,60 r1y1,b2n1 1:draw"
    )
    state = state.after("b").after(state.after("b").outcomes()[0][0])
    assert LOOK < turns_left(state) <= LATE[2]
    assert {option.turns for option in QuickLook(2).options(state, Control())} == {LOOK}


def test_what_is_foreseen_is_between_what_both_kinds_of_players_make_of_it():
    match = played("marrakech", "greedy", "greedy", "tourist", seed=3)
    state = turns_before_end(match, 6)
    move = state.legal()[0]
    (found,) = procedure(state).foresee(state, (move,), Control())
    shares = [
        Rollouts(marrakech.value(3, model), turns=marrakech.TURNS, salt=marrakech.SALT[3]).foresee(
            state.after(move), state.seat, marrakech.AHEAD[0], marrakech.ENDS, Control()
        )
        for model in marrakech.MODELS
    ]
    assert shares[0] != shares[1]
    assert found == pytest.approx(sum(shares) / 2)
