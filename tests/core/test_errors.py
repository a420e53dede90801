"""The tree of errors, and what each error carries."""

import pickle
import re

import pytest

import jemaa
from jemaa.core import errors


def drawn_tree():
    """Return {class: parent} as the docstring of the module draws it."""
    parents, path = {}, []
    for line in re.search(r"```\n(.*?)```", errors.__doc__, re.DOTALL)[1].splitlines():
        found = re.match(r"([│├└─ ]*)(\w+)", line)
        depth = len(found[1]) // 4
        path = [*path[:depth], found[2]]
        parents[found[2]] = path[-2] if depth else "Exception"
    return parents


def test_drawn_tree_is_the_real_one():
    real = {
        name: value.__bases__[0].__name__
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, Exception)
    }
    assert drawn_tree() == real


def test_every_error_is_explained():
    for name in drawn_tree():
        assert getattr(errors, name).__doc__


def test_errors_carry_what_programs_need():
    unknown = errors.UnknownNameError("game", "chess", iter(["marrakech", "facir"]))
    assert (unknown.kind, unknown.name, unknown.known) == ("game", "chess", ("marrakech", "facir"))
    assert str(unknown) == "there is no game 'chess'; choose one of: marrakech, facir"
    setting = errors.SetupError("players", "too many")
    assert (setting.field, str(setting)) == ("players", "players: too many")
    deck = jemaa.DeckError(7, "no holes")
    assert (deck.card, str(deck)) == (7, "card 7: no holes")
    assert errors.InvalidNotationError("bad", "text").text == "text"
    position = errors.InvalidPositionError("board", "bad", "text")
    assert (position.field, position.text, str(position)) == (
        "board",
        "text",
        "position, board: bad",
    )
    record = errors.InvalidRecordError(3, "bad", "text")
    assert (record.line, record.text, str(record)) == (3, "text", "record, line 3: bad")
    move = errors.IllegalMoveError("why", "M-43", "no", "marrakech ...")
    assert (move.reason, move.clause, move.message, move.position) == (
        "why",
        "M-43",
        "no",
        "marrakech ...",
    )
    assert str(move) == "no (rule M-43; position: marrakech ...)"


@pytest.mark.parametrize("name", drawn_tree())
def test_root_catches_every_error(name):
    assert issubclass(getattr(errors, name), errors.JemaaError)


def test_root_catches_every_error_of_the_front_door():
    public = {name for name in jemaa.__all__ if name.endswith("Error")}
    assert public - set(drawn_tree()) == {"DeckError", "ReviewError"}  # of a game, of a study
    assert all(issubclass(getattr(jemaa, name), errors.JemaaError) for name in public)


@pytest.mark.parametrize(
    "error",
    [
        errors.SetupError("players", "9 is not possible"),
        errors.UnknownNameError("game", "chess", ["facir"]),
        errors.InvalidNotationError("no move", "zz"),
        errors.PlayerError("greedy", "illegal-move", "a1a2 is no legal move"),
    ],
)
def test_errors_go_from_one_process_to_another(error):
    """One that could not be made anew has ended a whole tournament with another message."""
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error) and vars(again) == vars(error)
