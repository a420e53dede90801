"""What each action changes of the scene: put over the scene before, it gives the scene after."""

from random import Random

import msgspec
import pytest

import jemaa
from jemaa import SPECTATOR
from jemaa.core.chance import SeededChance

NEXT = {"directions", "places", "ranking"}
"""What is not drawn while something is shown: what may be chosen next, and who has won."""
CASES = [
    ("marrakech", {"players": 2}, 1),
    ("marrakech", {"players": 2, "rotate": "after"}, 2),
    ("marrakech", {"players": 3}, 33),
    ("marrakech", {"players": 3, "rotate": "after"}, 7),
    ("marrakech", {"players": 4}, 5),
    ("marrakech", {"players": 4, "insolvent": "stays"}, 6),
    ("facir", {"players": 2, "turn_cap": 12}, 4),
    ("facir", {"players": 2, "turn_cap": 60}, 8),
    ("facir", {"players": 3, "turn_cap": 30}, 42),
    ("facir", {"players": 4, "turn_cap": 40}, 3),
]


def steps(name, settings, seed):
    """Play a random game, in which fakirs are laid when they can be; give states and actions."""
    game, rng = jemaa.game(name), Random(seed)
    match = jemaa.Match(game, game.setup(**settings), SeededChance(seed))
    while not match.state.is_over:
        legal = list(match.state.legal())
        laying = [move for move in legal if getattr(move, "lays", False)]
        match.submit(match.state.to_act, rng.choice(laying or legal))
    return game, match.states, match.actions


def over(scene, change):
    """Put a change over a scene, as the page does."""
    change = dict(change)
    rug = change.pop("rug", None)
    return scene | change | ({"rugs": (*scene["rugs"], rug)} if rug else {})


def plain(value):
    return msgspec.to_builtins(value)


def drawn(scene):
    """Return the part of a scene that is drawn, whoever may choose next."""
    found = {key: value for key, value in scene.items() if key not in NEXT}
    if found.get("own"):
        found["own"] = {key: found["own"][key] for key in ("seat", "card")}
    return plain(found)


def shallow(scene):
    return plain(scene)


@pytest.mark.parametrize(("name", "settings", "seed"), CASES)
@pytest.mark.parametrize("revealed", [False, True])
def test_changes_put_over_the_first_scene_give_every_later_one(name, settings, seed, revealed):
    game, states, actions = steps(name, settings, seed)
    for eye in (SPECTATOR, *range(settings["players"])):
        traces = []
        shown = shallow(game.scene_with(states[0], traces, eye, revealed=revealed))
        for before, action, after in zip(states, actions, states[1:], strict=False):
            trace = game.trace(before, action)
            traces += [] if trace is None else [trace]
            change = game.change(before, action, after, eye, revealed=revealed)
            shown = over(shown, plain(change))
            scene = game.scene_with(after, traces, eye, revealed=revealed)
            assert drawn(shown) == drawn(shallow(scene))


@pytest.mark.parametrize(("name", "settings", "seed"), CASES)
def test_changes_tell_nobody_what_the_scene_keeps_from_them(name, settings, seed):
    game, states, actions = steps(name, settings, seed)
    for before, action, after in zip(states, actions, states[1:], strict=False):
        for eye in (SPECTATOR, *range(settings["players"])):
            change = game.change(before, action, after, eye)
            for room in change.get("rooms", ()):
                assert room["card"] is None or room["seat"] == eye


@pytest.mark.parametrize(("name", "settings", "seed"), CASES)
def test_changes_are_much_smaller_than_scenes(name, settings, seed):
    game, states, actions = steps(name, settings, seed)
    small = large = 0
    for before, action, after in zip(states, actions, states[1:], strict=False):
        small += len(msgspec.json.encode(game.change(before, action, after, 0)))
        large += len(msgspec.json.encode(game.scene_with(after, [], 0)))
    assert small < large / 2
