import json

from jemaa.catalog import GAMES
from jemaa.core.state import compiled

KEYS = {"playouts_per_s", "decisions_per_s", "copy_ns", "import_ms", "game", "players", "compiled"}
MARRAKECH = KEYS | {"x1_ms", "x2_ms", "mcts_sims_per_s", "threads2_ratio"}


def test_json_of_one_game(run):
    result = run("bench", "marrakech", "--players", "3", "--seconds", "0.001", "--json")
    answer = json.loads(result.out)
    assert set(answer) == MARRAKECH
    assert (answer["game"], answer["players"], answer["compiled"]) == ("marrakech", 3, compiled)
    assert all(answer[key] > 0 for key in MARRAKECH - {"game", "players", "compiled"})


def test_json_of_all_games_has_one_object_each(run):
    result = run("bench", "--players", "2", "--seconds", "0.001", "--json")
    answer = json.loads(result.out)
    assert list(answer) == list(GAMES)
    assert all(set(entry) >= KEYS for entry in answer.values())


def test_text_names_game_and_form(run):
    result = run("bench", "marrakech", "--seconds", "0.001")
    form = "compiled" if compiled else "uncompiled"
    assert result.out.startswith(f"marrakech, 4 players, {form}, one core\n")
    assert "a second" in result.out
