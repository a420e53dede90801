import pytest

import jemaa
from jemaa.arena import compete, simulate
from jemaa.arena.journal import JournalError, RecordsError

CODE = """
from dataclasses import dataclass

@dataclass
class First:
    name: str = "first"

    def choose(self, view, limit):
        return view.legal()[0].text

class Lazy:
    def choose(self, view, limit):
        return "nothing"

PLAYERS = {"first": First, "lazy": Lazy}
"""


@pytest.fixture
def code(tmp_path):
    path = tmp_path / "own.py"
    path.write_text(CODE, "utf-8")
    return path


def test_result_is_that_of_the_command():
    result = compete("facir", ["greedy", "random"], players=2, games=4, seed=3)
    assert result.games == 4
    assert result.to_dict()["kinds"][0]["share"]["mean"] == result.standings[0].share.mean
    assert "Again: jemaa arena facir greedy random --players 2 --games 4 --seed 3" in str(result)


@pytest.mark.parametrize("jobs", [1, 2])
def test_own_players_come_into_every_process(code, jobs):
    result = compete("marrakech", ["first", "random"], players=2, games=4, code=code, jobs=jobs)
    assert not result.standings[0].forfeits
    assert result.standings[0].moves > 0
    assert f"--code {code}" in str(result)


def test_own_players_who_answer_nonsense_forfeit(code):
    result = compete("marrakech", ["lazy", "first"], players=2, games=2, code=code)
    assert result.standings[0].forfeits["bad-answer"].games == 2
    assert not result.standings[1].forfeits


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 / 0", "cannot be run: ZeroDivisionError"),
        ("def", "cannot be run: SyntaxError"),
        ("PLAYERS = 3", "needs a table as PLAYERS"),
        (None, "cannot be read"),
    ],
    ids=["error", "syntax", "no-table", "no-file"],
)
def test_code_that_is_wrong(tmp_path, text, said):
    path = tmp_path / "own.py"
    if text is not None:
        path.write_text(text, "utf-8")
    with pytest.raises(jemaa.SetupError, match=said):
        compete("marrakech", ["first", "random"], games=2, code=path)


def test_other_code_than_in_the_file_is_refused(code, tmp_path):
    given = {"players": 2, "games": 2, "code": code, "save": tmp_path / "deals"}
    compete("marrakech", ["first", "random"], **given)
    code.write_text(CODE + "# more", "utf-8")
    with pytest.raises(JournalError, match="was begun with code"):
        compete("marrakech", ["first", "random"], **given)


def test_too_few_or_too_many_players():
    with pytest.raises(jemaa.SetupError, match="two or more"):
        compete("marrakech", ["random"])
    with pytest.raises(jemaa.SetupError, match="two"):
        compete("marrakech", ["random", "random", "greedy"], until_certain=True)


@pytest.mark.parametrize("jobs", [1, 2])
def test_records_of_all_games_are_kept_in_their_order(tmp_path, jobs):
    path = tmp_path / "games"
    result = compete("facir", ["greedy", "random"], players=3, games=6, records=path, jobs=jobs)
    found = list(jemaa.read_records(path))
    games = [game for deal in result.deals for game in deal.games]
    assert [record.result for record in found] == [" ".join(map(str, g.scores)) for g in games]
    assert found[1].tags == {
        "seat 0": "random",
        "seat 1": "greedy",
        "seat 2": "random",
        "deal": "0",
    }
    assert jemaa.open_record(found[0]).state.is_over
    assert "\n\njemaa record 1\n" in path.read_text("utf-8")


def test_record_of_a_forfeit_tells_the_reason(code, tmp_path):
    path = tmp_path / "games"
    compete("marrakech", ["lazy", "first"], players=2, games=2, code=code, records=path)
    tags = [record.tags["forfeit"] for record in jemaa.read_records(path)]
    assert [tag.partition(":")[0] for tag in tags] == ["seat 0, bad-answer", "seat 1, bad-answer"]


def test_records_go_on_with_the_deals(tmp_path):
    path, deals = tmp_path / "games", tmp_path / "deals"
    whole = tmp_path / "whole"
    compete("facir", ["greedy", "random"], players=2, games=8, records=whole)
    compete("facir", ["greedy", "random"], players=2, games=4, records=path, save=deals)
    with path.open("a") as file:
        file.write("jemaa record 1\ngame: fac")  # cut off
    compete("facir", ["greedy", "random"], players=2, games=8, records=path, save=deals)
    assert path.read_text("utf-8") == whole.read_text("utf-8")
    path.write_text("")
    with pytest.raises(RecordsError, match="has 0 games, but 8 have been played"):
        compete("facir", ["greedy", "random"], players=2, games=10, records=path, save=deals)


@pytest.mark.parametrize("name", ["marrakech", "facir"])
def test_records_of_random_games(name, tmp_path):
    game = jemaa.game(name)
    path = tmp_path / "games"
    setup = game.setup(players=3)
    for _ in range(2):  # the second run writes it anew
        parts = list(simulate(game, setup, 5, seed=4, records=path))
    finals = [jemaa.open_record(record).state for record in jemaa.read_records(path)]
    assert len(finals) == 5
    assert parts[0].scores[0].total == sum(final.scores()[0] for final in finals)
    assert parts[0].steps.total == sum(len(r.events) for r in jemaa.read_records(path))
