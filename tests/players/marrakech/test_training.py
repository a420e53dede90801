"""The learned value can be trained, ended and gone on with, and measured as a judge."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from jemaa.players.marrakech.weights import BYTES, TRAINED, Network

pytest.importorskip("numpy")
ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.once


def load(path, name):
    spec = spec_from_file_location(name, ROOT / path)
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def training():
    module = load("scripts/train_marrakech.py", "train_marrakech")
    module.ROUND, module.BATCH, module.REPORT, module.ROOM, module.USES = 1, 16, 1, 500, 1
    return module


@pytest.mark.parametrize("players", TRAINED)
def test_training_goes_on_where_it_was_ended(training, tmp_path, players, capsys):
    whole, broken = tmp_path / "whole.bin", tmp_path / "broken.bin"
    training.Training(players, 3, 1, whole).run(1, "local")
    first = training.Training(players, 3, 1, broken)
    learn = first.learn

    def learn_once(lessons):
        if first.done:
            raise KeyboardInterrupt
        learn(lessons)

    first.learn = learn_once
    with pytest.raises(KeyboardInterrupt):
        first.run(1, "local")
    again = training.Training(players, 3, 1, broken)
    assert again.done == 1
    again.run(1, "local")
    assert "goes on after 1 games" in capsys.readouterr().out
    place = TRAINED.index(players) * BYTES
    assert whole.read_bytes() == broken.read_bytes()
    assert any(Network.from_bytes(whole.read_bytes()[place:][:BYTES]).third)


def test_lessons_are_shares_in_every_variant_and_for_who_is_out(training):
    for settings, _ in training.VARIANTS:
        training.VARIANTS, kept = ((settings, 1.0),), training.VARIANTS
        lessons = list(training.Teacher(2).game(training.Random(5)))
        training.VARIANTS = kept
        assert len(lessons) > 10
        for lesson in lessons:
            assert lesson.target.sum() == pytest.approx(1)
            assert (lesson.target > -0.5).all() and (lesson.target < 1.5).all()


@pytest.fixture(scope="module")
def judging():
    return load("benchmarks/judging.py", "judging")


@pytest.mark.parametrize("moves", ["half", "played"])
def test_judge_is_measured_by_losses(judging, moves):
    found = judging.compare(judging.Task("players=3,rotate=after", 0, 9, 4, moves))
    assert set(found.claims) == {"x2 readable", "x2 learned", "quick look", "longer look"}
    assert found.claims["quick look"] >= 0  # it names the best move
    learned, readable, both = (found.losses[who] for who in ("learned", "readable", "both"))
    for loss, error in (learned, readable, both):
        assert -1 <= loss <= 1 and error > 0
    assert both[0] == pytest.approx((learned[0] + readable[0]) / 2)
    assert both[1] < max(learned[1], readable[1])


def test_judge_is_measured_by_shares(judging):
    found = judging.share(judging.Task("players=3,rotate=after", 0, 9, 4, "half"))
    assert 0 <= found.share <= 1
    assert set(found.truths) == {"learned", "readable"}
