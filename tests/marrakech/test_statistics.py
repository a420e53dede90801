"""The statistics of Marrakech, against what scenes and stories tell."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jemaa import SPECTATOR
from jemaa.games.marrakech.story import FIGURES, Laid, Rolled
from tests.marrakech.naive import name, neighbours, square
from tests.marrakech.table import GAME, action, play, position, walk
from tests.marrakech.test_scene import histories, scene_of, since


def played(state, *texts):
    """Play on from a position: all states and actions."""
    states, actions = [state], []
    for text in texts:
        actions.append(action(states[-1], text))
        states.append(play(states[-1], text))
    return states, actions


def test_statistics_by_example():
    # d5 and e5 belong to seat 1: straight on, seat 0 pays 2 for one slipper and nothing else.
    state = position("7/7/7/7/3yEy2/7/7", rounds=6)
    found = GAME.statistics(*played(state, "S", "1", "d6e6", "L", "1", "f5g5", "S", "3"))
    assert found == {
        "rolls": (1, 1, 1, 0),
        "payments": (1, 0, 0, 0),
        "own_landings": (0, 1, 0, 0),
        "free_landings": (0, 1, 1, 0),
        "dirhams_paid": (2, 0, 0, 0),
        "biggest_payment": (2, 0, 0, 0),
        "expected_paid": (0.33, 0, 2, 0),  # f5 and g5 would have cost 4 each
        "dirhams_received": (0, 2, 0, 0),
        "biggest_receipt": (0, 2, 0, 0),
        "expected_received": (0, 2.33, 0, 0),
        "luck": (-1.67, -0.33, 2, 0),
        "squares": (2, 4, 0, 0),
        "most_squares": (2, 4, 0, 0),
        "largest_area": (2, 4, 0, 0),
        "squares_covered": (0, 0, 0, 0),
        "squares_lost": (0, 0, 0, 0),
    }


def test_covered_squares_are_lost_by_others():
    state = position("7/7/7/7/3yEy2/7/7", rounds=6)
    found = GAME.statistics(*played(state, "L", "2", "e5f5"))
    assert (found["squares_covered"], found["squares_lost"]) == ((1, 0, 0, 0), (0, 1, 0, 0))


def test_statistics_of_a_game_that_has_not_begun():
    for figure in GAME.statistics([GAME.new(players=3)], []).values():
        assert figure == (0, 0, 0)


def test_largest_area_counts_each_colour_of_two_players_apart():
    setup, rugs = "players=2", "r11y11,b12n10"
    state = position(
        "7/7/7/3rEr2/3yEy2/7/7", "a1S", "0:draw", setup=setup, purses="30,30", rugs=rugs
    )
    found = GAME.statistics([state], [])
    assert (found["squares"], found["largest_area"]) == ((4, 0), (2, 0))


@given(histories, st.sampled_from([0, 0.5]))
def test_statistics_are_what_the_stories_tell(history, share):
    states, actions = since(history, share)
    counted = count(states, actions)
    found = GAME.statistics(states, actions)
    assert list(found) == list(FIGURES)
    for figure, by_seat in counted.items():
        assert found[figure] == pytest.approx(tuple(by_seat), abs=0.006), figure
    for figures in found.values():
        assert all(round(figure, 2) == figure for figure in figures)


def count(states, actions):
    """Count all figures in the simplest way, from scenes and stories."""
    players = states[0].setup.players
    counted = {figure: [0] * players for figure in FIGURES}
    scenes = [scene_of(state) for state in states]
    for number, taken in enumerate(actions):
        story = GAME.story(states[number], taken, states[number + 1], SPECTATOR)
        if isinstance(story, Rolled):
            count_roll(counted, story, scenes[number])
        if isinstance(story, Laid):
            own = scenes[number]["stalls"][story.seat]["colours"]
            covered = [colour for colour in story.covered.values() if colour not in own]
            counted["squares_covered"][story.seat] += len(covered)
            for seat, stall in enumerate(scenes[0]["stalls"]):
                counted["squares_lost"][seat] += sum(
                    colour in stall["colours"] for colour in covered
                )
    for seat in range(players):
        seen = [scene["stalls"][seat]["squares"] for scene in scenes]
        colours = scenes[0]["stalls"][seat]["colours"]
        counted["squares"][seat], counted["most_squares"][seat] = seen[-1], max(seen)
        counted["largest_area"][seat] = max(largest(scene["tops"], colours) for scene in scenes)
        less = counted["expected_paid"][seat] - counted["dirhams_paid"][seat]
        more = counted["dirhams_received"][seat] - counted["expected_received"][seat]
        counted["luck"][seat] = less + more
    return counted


def count_roll(counted, story, scene):
    payment, seat = story.payment, story.seat
    counted["rolls"][seat] += 1
    counted["free_landings"][seat] += payment is None
    top = scene["tops"].get(story.path[-1]["square"])
    counted["own_landings"][seat] += top is not None and top in scene["stalls"][seat]["colours"]
    for landing in scene["directions"][0]["landings"]:
        if landing["payment"]:
            share = landing["weight"] * landing["payment"]["paid"] / 6
            counted["expected_paid"][seat] += share
            counted["expected_received"][landing["payment"]["to"]] += share
    if payment:
        counted["payments"][seat] += payment["paid"] > 0
        counted["dirhams_paid"][seat] += payment["paid"]
        counted["dirhams_received"][payment["to"]] += payment["paid"]
        biggest = max(counted["biggest_payment"][seat], payment["paid"])
        counted["biggest_payment"][seat] = biggest
        most = max(counted["biggest_receipt"][payment["to"]], payment["paid"])
        counted["biggest_receipt"][payment["to"]] = most


def largest(tops, colours):
    """Return the size of the largest area of one of the colours."""
    left = {place for place, colour in tops.items() if colour in colours}
    sizes = [0]
    while left:
        edge = [left.pop()]
        size = 0
        while edge:
            place = edge.pop()
            size += 1
            for near in map(name, neighbours(square(place))):
                if near in left and tops[near] == tops[place]:
                    left.remove(near)
                    edge.append(near)
        sizes.append(size)
    return max(sizes)


def test_money_in_the_statistics_explains_the_purses():
    for seed in range(10):
        pairs = list(walk(GAME.new(players=4), Random(seed)))
        states = [state for state, _ in pairs]
        found = GAME.statistics(states, [taken for _, taken in pairs[:-1]])
        paid, received = found["dirhams_paid"], found["dirhams_received"]
        balance = [30 - less + more for less, more in zip(paid, received, strict=True)]
        assert tuple(balance) == states[-1].cash
        assert sum(paid) == sum(received) > 0
        assert max(found["biggest_payment"]) == max(found["biggest_receipt"])
        assert sum(found["luck"]) == pytest.approx(0, abs=0.03)


@given(histories)
def test_luck_is_fair(history):
    state = next((state for state in reversed(history[0]) if state.phase == "roll"), None)
    if state is None:
        return
    for seat in range(state.setup.players):
        lucks = [
            (GAME.statistics([state, state.after(roll)], [roll])["luck"][seat], weight)
            for roll, weight in state.outcomes()
        ]
        assert sum(luck * weight for luck, weight in lucks) == pytest.approx(0, abs=0.04)
