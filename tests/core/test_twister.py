"""The compiled generator gives what Python's own gives."""

from random import Random

import pytest

from jemaa.core.twister import Twister, generator

SEEDS = [
    pytest.param(bytes(8), id="zero"),
    pytest.param(b"\0\0\0\0abcd", id="a word of zeros at its head"),
    *[pytest.param(Random(seed).randbytes(8), id=f"random {seed}") for seed in range(20)],
]


@pytest.mark.parametrize("seed", SEEDS)
def test_numbers_are_those_of_random(seed):
    mine, python = Twister(seed), Random(seed)
    counts = [1, 2, 3, 11, 24, 135, 4807, 2**31 - 1] * 200  # the words go round more than once
    assert [mine.randrange(n) for n in counts] == [python.randrange(n) for n in counts]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("size", [0, 1, 2, 87, 900])
def test_order_is_that_of_random(seed, size):
    mine, python = list(range(size)), list(range(size))
    Twister(seed).shuffle(mine)
    Random(seed).shuffle(python)
    assert mine == python


def test_first_number_is_what_choice_takes():
    moves = "abcdefghijk"
    for seed in (number.to_bytes(8, "big") for number in range(200)):
        assert moves[generator(seed).randrange(len(moves))] == Random(seed).choice(moves)


@pytest.mark.parametrize("make", [Twister, generator])
def test_nothing_to_choose_from_is_refused(make):
    """Compiled, it would look for a number below 0 for ever."""
    with pytest.raises(ValueError):
        make(b"assam123").randrange(0)
