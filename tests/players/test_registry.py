"""Players by string: what is read, what is refused, and that all of them play whole games."""

import pytest

import jemaa
from jemaa.catalog import GAMES, engines, player
from jemaa.core.chance import SeededChance
from jemaa.core.errors import InvalidNotationError, SetupError, UnknownNameError
from jemaa.players.registry import LEVELS, parse_spec


@pytest.mark.parametrize(
    ("spec", "parts"),
    [
        ("greedy", ("greedy", {})),
        ("x2()", ("x2", {})),
        (" x2(rolls=3, rugs = 6) ", ("x2", {"rolls": "3", "rugs": "6"})),
    ],
)
def test_spec_is_split(spec, parts):
    assert parse_spec(spec) == parts


@pytest.mark.parametrize("spec", ["", "X2", "x2(", "x2(rolls)", "x2(rolls=)", "x2(a=1,a=2)", "2x"])
def test_malformed_spec_is_refused(spec):
    with pytest.raises(InvalidNotationError):
        player("marrakech", spec)


def test_unknown_player_names_those_there_are():
    with pytest.raises(UnknownNameError, match="amin") as caught:
        player("marrakech", "grandmaster")
    assert caught.value.name == "grandmaster"


def test_unknown_game_is_refused():
    with pytest.raises(UnknownNameError):
        player("chess", "greedy")


@pytest.mark.parametrize("spec", ["x2(depth=3)", "x2(rolls=many)", "x2(rolls=-1)", "greedy(a=1)"])
def test_bad_parameter_names_it(spec):
    with pytest.raises(SetupError) as caught:
        player("marrakech", spec)
    assert caught.value.field.startswith(spec.partition("(")[0])


@pytest.mark.parametrize("number", ["1000000000", "9" * 4000, "9" * 5000, "-1", "1e9999", "nan"])
@pytest.mark.parametrize("spec", ["mcts(sims={})", "mcts(explore={})"])
def test_number_out_of_range_names_the_range(spec, number):
    with pytest.raises(SetupError, match=r"choose 0 to 999,999,999$") as caught:
        player("marrakech", spec.format(number))
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_five_levels(game):
    assert set(LEVELS) <= set(engines(game))


def play(game, specs, seed, **settings):
    """Play one game and give its match and what each decision was."""
    match = jemaa.Match(game, game.setup(players=len(specs), **settings), SeededChance(seed))
    players = [player(game.name, spec) for spec in specs]
    while not match.state.is_over:
        seat = match.state.to_act
        decision = players[seat].choose(match.state.view(seat))
        assert decision.move in match.state.legal()
        assert decision.candidates[0].weight == max(c.weight for c in decision.candidates)
        match.submit(seat, decision.move)
    return match


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rotate", ["before", "after"])
def test_cheap_levels_of_marrakech_play_whole_games(players, rotate):
    specs = ["tourist", "stroller", "trader", "merchant"][:players]
    match = play(jemaa.game("marrakech"), specs, 1, rotate=rotate)
    assert match.state.is_over


@pytest.mark.parametrize("level", LEVELS)
def test_level_of_marrakech_repeats_itself(level):
    game = jemaa.game("marrakech")
    match = play(game, ["tourist", "tourist"], 3)
    for state in match.states[40:80:20]:
        if state.to_act in (0, 1):
            view = state.view(state.to_act)
            again = game.parse_view(str(view))
            assert player("marrakech", level).choose(view) == player("marrakech", level).choose(
                again
            )


def test_tourist_does_not_play_nonsense():
    # He overlooks moves, but of those that he sees he takes a good one: over a game his moves are
    # far better than the average legal move by his own judgement.
    match = play(jemaa.game("marrakech"), ["tourist", "tourist"], 5)
    gains = []
    for state in match.states:
        if state.to_act in (0, 1):
            decision = player("marrakech", "tourist").choose(state.view(state.to_act))
            weights = {c.move: c.weight for c in decision.candidates}
            gains.append(weights[decision.move] - sum(weights.values()) / len(weights))
    assert sum(gains) / len(gains) > 0.3
