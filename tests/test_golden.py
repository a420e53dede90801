"""The golden playthroughs: whole games must go exactly as they went when they were written."""

import pytest

from tests.playthrough import CASES, FOLDER, playthrough


@pytest.mark.parametrize("case", CASES)
def test_game_goes_as_it_went_before(case):
    written = (FOLDER / f"{case}.txt").read_text("utf-8")
    # Line by line: the first difference is what one wants to see (scripts/golden writes anew).
    assert playthrough(case).splitlines() == written.splitlines()


def test_each_file_has_its_case():
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted([*CASES, "decisions"])
