"""The stories of Marrakech tell each action so fully that a page can follow by them alone."""

import msgspec
import pytest
from hypothesis import given

from jemaa import SPECTATOR
from jemaa.games.marrakech.scene import Payment, Step
from jemaa.games.marrakech.story import Drawn, Laid, Rolled, Turned
from tests.marrakech.table import GAME, action, assam, position
from tests.marrakech.test_scene import histories, scene_of


def story_of(state, text):
    taken = action(state, text)
    return GAME.story(state, taken, state.after(taken), SPECTATOR)


def test_stories_by_example():
    assert story_of(GAME.new(players=2), "y") == Drawn("draw", 0, "y")
    assert story_of(GAME.new(players=4), "L") == Turned("turn", 0, "L", "E")
    lay = position("7/7/3rbEb1/3rEr2/3y3/7/7", "c4W", "0:lay", rugs="r10,y10,b10,n10")
    assert story_of(lay, "c3d3") == Laid("lay", 0, "r", ("c3", "d3"), {"d3": "r"})
    assert story_of(lay, "a4b4") == Laid("lay", 0, "r", ("a4", "b4"), {})


def test_roll_tells_the_way_the_payment_and_who_is_out():
    state = position("7/3yEy2/7/7/7/7/7", "c1N", "0:roll", purses="1,59,30,30", rounds=6)
    assert story_of(state, "2") == Rolled(
        kind="roll",
        seat=0,
        slippers=2,
        start="c1",
        path=(
            Step(square="d1", heading="S", loop="c1N"),
            Step(square="d2", heading="S", loop=None),
        ),
        payment=Payment(payer=0, to=1, due=2, paid=1, area=("d2", "e2")),
        out=True,
    )
    assert story_of(state, "1").payment is None


def test_story_of_another_game_is_refused():
    with pytest.raises(TypeError, match="no action of Marrakech"):
        GAME.story(GAME.new(players=4), object(), GAME.new(players=4), 0)


@given(histories)
def test_stories_alone_lead_from_scene_to_scene(history):
    states, actions = history
    first = scene_of(states[0])
    table = {
        "pose": first["square"] + first["heading"],
        "tops": dict(first["tops"]),
        "cash": [stall["cash"] for stall in first["stalls"]],
        "out": [False] * first["players"],
        "drawn": None,
    }
    for number, taken in enumerate(actions):
        before, after = states[number], states[number + 1]
        story = GAME.story(before, taken, after, SPECTATOR)
        assert story.seat == before.seat
        follow(table, story)
        assert table["pose"] == assam(after)
        assert table["tops"] == scene_of(after)["tops"]
        assert tuple(table["cash"]) == after.cash
        assert table["out"] == [order > 0 for order in after.fallen]


def follow(table, story):
    """Do to a small table what a story tells."""
    match story:
        case Turned():
            table["pose"] = table["pose"][:2] + story.heading
        case Drawn():
            table["drawn"] = story.colour
        case Rolled():
            assert table["pose"][:2] == story.start
            assert len(story.path) == story.slippers
            table["pose"] = story.path[-1]["square"] + story.path[-1]["heading"]
            if story.payment:
                assert story.payment["payer"] == story.seat
                assert len(story.payment["area"]) == story.payment["due"]
                table["cash"][story.payment["payer"]] -= story.payment["paid"]
                table["cash"][story.payment["to"]] += story.payment["paid"]
            table["out"][story.seat] = story.out
        case Laid():
            tops = {place: table["tops"].get(place) for place in story.squares}
            assert story.covered == {place: top for place, top in tops.items() if top}
            assert table["drawn"] in (None, story.colour)
            table["tops"].update(dict.fromkeys(story.squares, story.colour))


@given(histories)
def test_story_is_read_back_from_json_and_the_same_for_everybody(history):
    states, actions = history
    if not actions:
        return
    before, after = states[-2:]
    story = GAME.story(before, actions[-1], after, SPECTATOR)
    assert msgspec.json.decode(msgspec.json.encode(story), type=type(story)) == story
    for seat in range(before.setup.players):
        assert GAME.story(before, actions[-1], after, seat, revealed=True) == story
        assert not GAME.is_secret(before, actions[-1], seat)
