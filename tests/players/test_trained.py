"""A network as a player: `policy("FILE")`, made of numpy alone."""

import sys

import numpy as np
import pytest

import jemaa
from jemaa.arena import compete
from jemaa.core.errors import MissingExtraError, SetupError

pytestmark = pytest.mark.once

GAMES = ("marrakech", "facir")
WIDTH = 8


def save(path, game, /, **changes):
    """Write a small network with random weights, as a training program would."""
    layout = jemaa.game(game).observer.layout
    rng = np.random.default_rng(1)
    sizes = (layout.flat_size, WIDTH, WIDTH, layout.actions)
    arrays = {"game": game, "layout": layout.version}
    for number in range(3):
        shape = sizes[number : number + 2]
        arrays[f"weight{number}"] = rng.normal(size=shape).astype(np.float32)
        arrays[f"bias{number}"] = rng.normal(size=shape[1]).astype(np.float32)
    arrays |= changes
    np.savez(path, **{name: array for name, array in arrays.items() if array is not None})
    return arrays


def seen(view):
    layout = view.game.observer.layout
    planes, scalars = np.zeros(layout.plane_size, np.uint8), np.zeros(layout.scalar_size, "f4")
    view.observe_into(planes, scalars)
    return np.concatenate([planes.astype(np.float32), scalars])


@pytest.mark.parametrize("game", GAMES)
def test_it_plays_the_legal_move_that_the_network_likes_best(game, tmp_path):
    arrays = save(tmp_path / "net.npz", game)
    player = jemaa.player(game, f'policy("{tmp_path}/net.npz")')
    assert player.name == f'policy("{tmp_path}/net.npz")'
    match = jemaa.play(game, [player, "random"], seed=4)
    for state, action, event in zip(match.states, match.actions, match.events, strict=False):
        if event.by != 0:
            continue
        # As the server asks: by the text of the view.
        view = jemaa.parse_view(str(state.view(0)))
        np.testing.assert_array_equal(seen(view), seen(state.view(0)))
        layer = seen(view)
        for number in (0, 1):
            layer = np.maximum(layer @ arrays[f"weight{number}"] + arrays[f"bias{number}"], 0)
        liked = layer @ arrays["weight2"] + arrays["bias2"]
        assert action is max(state.legal(), key=lambda move: liked[move.id])
        decision = player.choose(view)
        assert decision.move is action
        assert sum(one.weight for one in decision.candidates) == pytest.approx(1)


def test_it_plays_in_the_arena(tmp_path):
    save(tmp_path / "net.npz", "marrakech")
    who = [f'policy("{tmp_path}/net.npz")', "random"]
    result = compete("marrakech", who, players=2, games=4)
    assert result.to_dict()["games"] == 4
    assert not any(kind["forfeits"] for kind in result.to_dict()["kinds"])


def test_a_file_that_is_no_such_network_is_refused(tmp_path):
    path = tmp_path / "net.npz"

    def refused(message):
        with pytest.raises(SetupError, match=message):
            jemaa.player("marrakech", f'policy("{path}")')

    refused("No such file")
    path.write_text("weights")
    refused("is no archive of numpy")
    np.save(tmp_path / "one.npy", np.zeros(3))
    (tmp_path / "one.npy").rename(path)
    refused("is no archive of numpy")
    save(path, "facir")
    refused("is for game 'facir', not 'marrakech'")
    save(path, "marrakech", layout=7)
    refused("is for layout 7, not 0")
    save(path, "marrakech", game=None)
    refused("is for game None")
    save(path, "marrakech", bias1=None)
    refused("layer 1 of .* is no table")
    save(path, "marrakech", weight1=np.full((WIDTH, WIDTH), np.nan))
    refused("layer 1 of .* is no table")
    save(path, "marrakech", weight2=np.array([["a", "b"]]), bias2=np.zeros(2))
    refused("layer 2 of .* is no table")
    save(path, "marrakech", weight2=None)
    refused(r"have the sizes \[513, 8, 8\]; they must go from 513 to 87")
    save(path, "marrakech", weight0=np.zeros((5, WIDTH)))
    refused(r"have the sizes \[5, 8, 8, 87\]")
    for wrong in ({"inputs": None}, {"places": np.arange(3)}, {"inputs": np.full((2, 4), 515)}):
        places = {"places": np.arange(2), "inputs": np.zeros((2, 4), int)} | wrong
        save(path, "marrakech", outputs=np.zeros((2, 5), int), **places)
        refused("places, inputs and outputs of .* do not fit together")
    save(path, "marrakech", weight0=None)
    refused(r"have the sizes \[\]")
    with pytest.raises(
        SetupError, match=r'policy\(file\): it must be given, as in policy\("file"\)'
    ):
        jemaa.player("marrakech", "policy")


def test_without_numpy_it_says_the_command(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'jemaa\[envs\]'"):
        jemaa.player("facir", f'policy("{tmp_path}/net.npz")')
