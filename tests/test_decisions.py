"""Computer players decide as they did, to the last bit, on every Python and in both forms."""

import builtins
import re
from functools import partial
from itertools import chain

import pytest

import jemaa
from jemaa import catalog
from jemaa.arena import compete, report
from jemaa.core.state import compiled
from jemaa.players.base import total
from jemaa.players.registry import LEVELS
from tests.decisions import CASES, EACH, FILE, decisions

STEP = 1 if compiled else 4
"""Every decision is compared, or every fourth one: spread over the games, as all of them are."""


def test_total_adds_from_the_first_to_the_last():
    values = [1.0, 1e100, 1.0, -1e100]
    assert total(values) == total(iter(values)) == 0.0
    assert total([]) == 0.0
    assert total([0.1] * 10) == 0.9999999999999999


@pytest.fixture
def whole_sums(monkeypatch):
    """Let `sum` refuse fractions: it rounds otherwise since Python 3.12.

    Compiled modules have their own `sum`; the uncompiled run looks into them.
    """
    real = builtins.sum

    def whole_numbers(values, start=0):
        values = list(values)
        if any(isinstance(value, float) for value in chain(values, [start])):
            pytest.fail(f"a sum of fractions: {values[:5]}")
        return real(values, start)

    monkeypatch.setattr(builtins, "sum", whole_numbers)


@pytest.mark.usefixtures("whole_sums")
def test_decisions_are_the_same_to_the_last_bit_and_rest_on_no_sum_of_fractions_by_python():
    written = re.split(r"\n(?! )", FILE.read_text("utf-8").rstrip())
    assert len(written) == len(CASES) * EACH == 200
    # One by one: the first difference is what one wants to see (scripts/golden writes anew).
    assert decisions(STEP) == written[::STEP]


@pytest.mark.usefixtures("whole_sums")
@pytest.mark.parametrize("name", catalog.GAMES)
@pytest.mark.parametrize("who", [2, 3])
def test_no_result_of_the_arena_rests_on_one_either(monkeypatch, name, who):
    if not compiled:  # a result names the engines by decisions of all levels, which take long
        monkeypatch.setattr(report, "fingerprint", partial(report.fingerprint, levels=LEVELS[:2]))
    kinds = ["greedy", "random", "random(seed=1)"][:who]
    short = {"turn_cap": 20} if name == "facir" else {}
    setup = jemaa.game(name).setup(players=who, **short)
    result = compete(name, kinds, setup=setup, games=2 * who)
    assert result.to_dict() and str(result)
