import json
from pathlib import Path

import pytest

import jemaa.arena.ladder as module
import jemaa.arena.report as fingerprinting
from jemaa.arena.ladder import Ladder, StaleLadderError, Step, steps
from jemaa.arena.report import as_dict, fingerprint
from jemaa.arena.run import play
from jemaa.players.marrakech.engines import Simple

ROOT = Path(__file__).parents[2]
STEPS = [
    Step("marrakech", players, upper, lower)
    for players in (2, 3)
    for lower, upper in (("random", "random(seed=1)"), ("random(seed=1)", "greedy"))
]


@pytest.mark.once
def test_page_in_the_documents_tells_of_the_players_as_they_are():
    """If it fails: run `jemaa ladder`, which measures anew what has changed."""
    Ladder(ROOT / "docs").check()


def test_every_level_meets_the_one_below_with_all_numbers_of_players():
    found = [step for step in steps("marrakech") if step.players == 3]
    assert [(step.upper, step.lower) for step in found] == [
        ("stroller", "tourist"),
        ("trader", "stroller"),
        ("merchant", "trader"),
        ("amin", "merchant"),
    ]
    assert {step.players for step in steps("marrakech")} == {2, 3, 4}
    assert set(steps("marrakech")) <= set(steps())


@pytest.fixture
def small(monkeypatch):
    """A ladder of quick players."""
    monkeypatch.setattr(module, "steps", lambda game=None: iter(STEPS))


def measure(ladder, step, games=4):
    contest = step.contest
    ladder.add(step, as_dict(contest, list(play(contest, 2)), games))


def test_rows_are_kept_one_by_one_and_not_measured_again(small, tmp_path):
    assert Ladder(tmp_path).missing(None, 4) == STEPS
    measure(Ladder(tmp_path), STEPS[1])
    measure(Ladder(tmp_path), STEPS[3])
    assert Ladder(tmp_path).missing(None, 4) == [STEPS[0], STEPS[2]]
    assert Ladder(tmp_path).missing(None, 8) == STEPS


def test_page_is_set_from_the_kept_rows(small, tmp_path):
    ladder = Ladder(tmp_path)
    for step in STEPS:
        measure(ladder, step)
    text = ladder.page.read_text("utf-8")
    assert Ladder(tmp_path).text() == text
    assert f"`{STEPS[0].fingerprint}`" in text
    assert "### Marrakech with 3 players" in text
    assert "| greedy v random(seed=1) | " in text
    command = "jemaa arena marrakech greedy 'random(seed=1)' --players 3 --games 4 --seed 1"
    assert f"- `{command}`" in text
    Ladder(tmp_path).check()


def test_page_that_lacks_a_row_is_stale(small, tmp_path):
    for step in STEPS[:3]:
        measure(Ladder(tmp_path), step)
    with pytest.raises(StaleLadderError, match=r"has no greedy against random\(seed=1\)"):
        Ladder(tmp_path).check()


def test_page_of_other_players_is_stale(small, tmp_path, monkeypatch):
    for step in STEPS:
        measure(Ladder(tmp_path), step)
    monkeypatch.setattr(module, "fingerprint", lambda game, levels: "0")
    with pytest.raises(StaleLadderError, match="was measured with other players of marrakech; run"):
        Ladder(tmp_path).check()
    assert Ladder(tmp_path).missing(None, 4) == STEPS


def test_page_with_other_words_is_stale(small, tmp_path):
    for step in STEPS:
        measure(Ladder(tmp_path), step)
    page = tmp_path / "ladder.md"
    page.write_text(page.read_text("utf-8") + "And more.\n", "utf-8")
    with pytest.raises(StaleLadderError, match=r"ladder\.md differs from"):
        Ladder(tmp_path).check()
    Ladder(tmp_path).write_page()
    Ladder(tmp_path).check()


@pytest.mark.parametrize("content", ["", "[]", json.dumps({"rows": [{"kinds": []}]})])
def test_results_that_cannot_be_read(tmp_path, content):
    (tmp_path / "ladder.json").write_text(content)
    with pytest.raises(StaleLadderError, match="cannot be read; remove it"):
        Ladder(tmp_path)


@pytest.fixture
def anew():
    """Fingerprints are taken once; here they change."""
    fingerprint.cache_clear()
    yield
    fingerprint.cache_clear()


def test_fingerprint_is_that_of_the_decisions(anew, monkeypatch):
    first = fingerprint("marrakech")
    fingerprint.cache_clear()
    assert fingerprint("marrakech") == first
    fingerprint.cache_clear()
    real = Simple.weights

    def other(*given):
        return {move: weight + 2**-40 for move, weight in real(*given).items()}

    monkeypatch.setattr(Simple, "weights", other)
    assert fingerprint("marrakech") != first


def test_fingerprint_of_a_row_is_that_of_its_two_levels(anew, monkeypatch):
    real = Simple.weights
    weak, strong = ("tourist", "stroller"), ("merchant", "trader")
    first = fingerprint("marrakech", weak), fingerprint("marrakech", strong)
    fingerprint.cache_clear()
    monkeypatch.setattr(Simple, "weights", lambda *given: dict.fromkeys(real(*given), 0.0))
    assert fingerprint("marrakech", weak) != first[0]
    assert fingerprint("marrakech", strong) == first[1]


def test_fingerprint_is_that_of_the_rules(anew, monkeypatch):
    first = fingerprint("marrakech")
    fingerprint.cache_clear()
    monkeypatch.setattr(fingerprinting, "PLAYOUTS", fingerprinting.PLAYOUTS - 1)
    assert fingerprint("marrakech") != first


def test_fingerprint_is_that_of_one_game(anew, monkeypatch):
    assert fingerprint("marrakech") != fingerprint("facir")
    before = fingerprint("facir")
    fingerprint.cache_clear()
    monkeypatch.setattr(Simple, "weights", lambda *given: 0.0)
    assert fingerprint("facir") == before
