"""The grid that both boards share."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jemaa.core.errors import InvalidNotationError
from jemaa.games import grid

SQUARES = [column + row for row in "1234567" for column in "abcdefg"]


def test_cells_leave_a_column_and_a_row_free():
    assert grid.CELLS == tuple(8 * y + x for y in range(7) for x in range(7))
    assert grid.FULL.bit_count() == 49
    assert not grid.FULL & sum(1 << 8 * y + 7 for y in range(8))
    assert grid.FULL < 1 << 56


def test_names_and_cells_are_the_same_thing():
    assert [grid.square_name(cell) for cell in grid.CELLS] == SQUARES
    assert [grid.parse_square(name) for name in SQUARES] == list(grid.CELLS)
    assert (grid.square_name(0), grid.square_name(6), grid.square_name(48)) == ("a1", "g1", "a7")


@given(st.text(max_size=3) | st.text("abcdefgh012345678", min_size=2, max_size=2))
def test_only_names_of_squares_are_read(text):
    if text in SQUARES:
        assert grid.square_name(grid.parse_square(text)) == text
        return
    with pytest.raises(InvalidNotationError, match="is no square") as error:
        grid.parse_square(text)
    assert error.value.text == text


def test_on_board():
    inside = [(x, y) for x in range(-2, 9) for y in range(-2, 9) if grid.on_board(x, y)]
    assert inside == [(x, y) for x in range(7) for y in range(7)]


@given(st.sets(st.sampled_from(grid.CELLS)))
def test_cells_of_a_board_come_in_order(cells):
    assert list(grid.cells_of(sum(1 << cell for cell in cells))) == sorted(cells)
