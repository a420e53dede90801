"""Computer players decide as they did, to the last bit, on every Python and in both forms."""

import builtins
from itertools import chain

import pytest

from jemaa import catalog
from jemaa.arena import compete
from jemaa.players.base import total
from tests.decisions import CASES, EACH, FILE, decisions


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
    written = FILE.read_text("utf-8").splitlines()
    assert len(CASES) * EACH == 200
    # Line by line: the first difference is what one wants to see (scripts/golden writes anew).
    assert decisions() == written


@pytest.mark.usefixtures("whole_sums")
@pytest.mark.parametrize("name", catalog.GAMES)
@pytest.mark.parametrize("who", [2, 3])
def test_no_result_of_the_arena_rests_on_one_either(name, who):
    kinds = ["greedy", "random", "random(seed=1)"][:who]
    result = compete(name, kinds, players=who, games=2 * who)
    assert result.to_dict() and str(result)
