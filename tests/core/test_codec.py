"""Actions by number and by text."""

import pytest

from jemaa.core.actions import Codec, Move
from jemaa.core.errors import InvalidNotationError

MOVES = [Move(0, "up"), Move(1, "down")]
CODEC = Codec("move", MOVES, "write up or down")


def test_codec_finds_the_one_object_by_number_and_by_text():
    assert len(CODEC) == 2
    assert list(CODEC) == MOVES
    assert CODEC.by_id(1) is MOVES[1]
    assert CODEC.by_text("up") is MOVES[0]
    assert "up" in CODEC
    assert "left" not in CODEC


@pytest.mark.parametrize("id", [-1, 2, 99])
def test_unknown_number(id):
    with pytest.raises(
        InvalidNotationError, match=f"no move number {id}: they go from 0 to 1"
    ) as error:
        CODEC.by_id(id)
    assert error.value.text == str(id)


def test_unknown_text():
    with pytest.raises(InvalidNotationError, match="'left' is no move: write up or down") as error:
        CODEC.by_text("left")
    assert error.value.text == "left"


@pytest.mark.parametrize("ids", [(1, 0), (0, 2), (0, 0), (1, 2)])
def test_numbers_must_be_places(ids):
    with pytest.raises(ValueError, match="ids of the step codec"):
        Codec("step", [Move(id, str(place)) for place, id in enumerate(ids)], "")


def test_actions_are_equal_only_to_themselves():
    assert MOVES[0] == MOVES[0]
    assert MOVES[0] != Move(0, "up")
    assert hash(MOVES[1]) == 1
    assert (repr(MOVES[1]), str(MOVES[1])) == ("Move('down')", "down")
