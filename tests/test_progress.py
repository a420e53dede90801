"""How far a game is, in two numbers, as the page says it from the scene."""

from random import Random

import pytest

import jemaa
from jemaa import SPECTATOR
from jemaa.core.chance import SeededChance


def shown(scene):
    """Work the same out from what the page draws."""
    if scene["game"] == "facir":
        return scene["round"], scene["rounds"]
    left = sum(sum(stall["rugs"].values()) for stall in scene["stalls"] if not stall["fallen"])
    end = len(scene["rugs"]) + left
    return min(end, len(scene["rugs"]) + 1), end


@pytest.mark.parametrize(
    ("name", "settings", "seed"),
    [
        ("marrakech", {"players": 2}, 1),
        ("marrakech", {"players": 3}, 33),
        ("marrakech", {"players": 4}, 5),
        ("facir", {"players": 2, "turn_cap": 12}, 4),
        ("facir", {"players": 3, "turn_cap": 30}, 42),
    ],
)
def test_progress_is_what_the_scene_shows(name, settings, seed):
    game, rng = jemaa.game(name), Random(seed)
    match = jemaa.Match(game, game.setup(**settings), SeededChance(seed))
    states, actions = [game.start(match.setup)], []
    for event in match.events:
        actions.append(game.action(event.by, event.text))
        states.append(states[-1].after(actions[-1]))
    while not match.state.is_over:
        for event in match.submit(match.state.to_act, rng.choice(list(match.state.legal()))):
            actions.append(game.action(event.by, event.text))
            states.append(states[-1].after(actions[-1]))
        assert states[-1] == match.state
        assert game.progress(match.state) == shown(game.scene(states, actions, SPECTATOR))
    assert game.progress(match.state)[0] >= game.progress(match.state)[1]
