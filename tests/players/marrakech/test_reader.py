"""The reader learns from a game how the others play, and a view tells it what has happened."""

import pickle
from random import Random

import pytest

import jemaa
from jemaa.catalog import play, player
from jemaa.core.errors import InvalidNotationError
from jemaa.core.match import Match
from jemaa.core.state import compiled
from jemaa.players.base import Decision
from jemaa.players.marrakech.reader import KEPT, MODELS, Reader
from jemaa.players.search import Control

MODEL = MODELS["adaptive"]
PLACES = {"greedy": [0, 1, 2], "hoarder": [3], "x1": [4]}
"""Which of the policies a player follows."""


def game(*players, seed=1):
    return play("marrakech", players, seed=seed)


def priors(players):
    """Return how likely each way to play is before anything was seen."""
    return [sum(prior for _, prior in one.signs) for one in MODEL.suppositions(players)]


def view_at(match, count, seat):
    again = Match.replay(match.game, match.record)
    again.undo_to(count)
    return again.view(seat)


@pytest.mark.parametrize("name", PLACES)
def test_policy_of_each_seat_is_found(name):
    match = game("random", name, "random", seed=3)
    weights = Reader(MODEL, 3).weights(match.view(0))
    assert len(weights[1]) == len(MODEL.suppositions(3))
    assert sum(weights[1][place] for place in PLACES[name]) > 0.7


@pytest.mark.once  # uncompiled, they think for long
def test_who_thinks_further_is_taken_for_x1_and_not_for_careless():
    match = game("random", "x2(value=readable,rolls=2,rugs=4,beyond=0)", "greedy", seed=3)
    _, further, greedy = Reader(MODEL, 3).weights(match.view(0))
    assert further[4] > 0.7
    assert greedy[0] > 0.7


class AnyOfEquals:
    """Lays the rugs of greedy, but of equally good ones a random one."""

    name = "any"

    def choose(self, view, limit=None):
        candidates = player("marrakech", "greedy").choose(view).candidates
        best = [one for one in candidates if one.weight == candidates[0].weight]
        return Decision(Random(str(view)).choice(best).move, candidates)


def test_whether_somebody_takes_the_first_of_equal_moves_is_seen():
    match = jemaa.play("marrakech", [AnyOfEquals(), "greedy", "random"], seed=4)
    any_of_equals, greedy, _ = Reader(MODEL, 3).weights(match.view(2))
    assert greedy[0] > 0.7
    assert any_of_equals[1] > 0.7


def test_weights_add_up_and_no_policy_is_ruled_out():
    match = game("greedy", "x1", "random", "miser")
    for weights in Reader(MODEL, 4).weights(match.view(0)):
        assert sum(weights) == pytest.approx(1)
        for weight, prior in zip(weights, priors(4), strict=True):
            assert weight >= 0.99 * KEPT * prior


def test_without_a_past_there_is_the_prior():
    match = game("random", "greedy")
    for view in (match.state.view(0), match.view(0).with_past(["S", "1"])):
        for weights in Reader(MODEL, 2).weights(view):
            assert weights == pytest.approx(priors(2))
    broken = match.view(0).with_past(["c9c9", *match.view(0).past])
    assert Reader(MODEL, 2).weights(broken) == Reader(MODEL, 2).weights(match.state.view(0))


def test_reading_step_by_step_is_the_same_as_reading_at_once():
    match = game("greedy", "x1", "random")
    reader = Reader(MODEL, 3)
    for count in range(0, len(match.events), 5 if compiled else 45):
        view = view_at(match, count, 0)
        assert reader.weights(view) == Reader(MODEL, 3).weights(view)


def test_memory_of_a_reader_is_bounded(monkeypatch):
    monkeypatch.setattr("jemaa.players.marrakech.reader.MEMORY", 3)
    match = game("greedy", "random")
    reader = Reader(MODEL, 2)
    for count in range(40):
        reader.weights(view_at(match, count, 0))
    assert len(reader._read) == 3


@pytest.mark.once
def test_amin_does_the_same_whatever_it_has_seen_before():
    match = game("greedy", "random", "x1")
    used = player("marrakech", "amin")
    for count in (30, 80, 60):
        again = view_at(match, count, 0)
        view = again if again.to_act == 0 else view_at(match, count, again.to_act % 3)
        if view.legal():
            fresh = player("marrakech", "amin").choose(view)
            assert used.choose(view, Control()) == fresh


def test_view_of_a_match_knows_its_past_and_text_and_equality_do_not():
    match = game("greedy", "random")
    view = match.view(0)
    assert list(view.past) == [event.text for event in match.events]
    assert view == match.state.view(0)
    assert str(view) == str(match.state.view(0))
    assert match.state.view(0).past == ()
    copy = pickle.loads(pickle.dumps(view))
    assert (copy, copy.past) == (view, view.past)
    assert jemaa.parse_view(str(view)) == view


def test_past_as_a_text_is_checked():
    match = game("greedy", "random")
    bare, view = match.state.view(0), match.view(0)
    assert bare.with_past_text(" ".join(view.past)).past == view.past
    assert bare.with_past_text("").past == ()
    for text in ("S", "c9c9", " ".join(view.past[:-1]), " ".join([*view.past, "S"]), "S " * 9999):
        with pytest.raises(InvalidNotationError, match="past"):
            bare.with_past_text(text)


def test_where_there_are_secrets_a_view_has_no_past():
    match = play("facir", ["random", "greedy"], seed=7)
    assert match.view(0).past == ()
    assert match.view(0).with_past(["a1"]).past == ()


def test_in_a_duel_the_other_is_more_likely_to_think():
    assert priors(2) == pytest.approx([0.0375] * 4 + [0.85])
    assert priors(3) == priors(4) == pytest.approx([0.15] * 4 + [0.4])
