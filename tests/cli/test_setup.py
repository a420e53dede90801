"""Settings on the command line: as text, and from a file."""

import json

import pytest

from jemaa.cli import main
from jemaa.games.facir.cards import DEFAULT_DECK, deck_text


def simulate(*options):
    return main(["simulate", "facir", "--players", "2", "--games", "1", "--json", *options])


@pytest.fixture
def deck(tmp_path):
    path = tmp_path / "deck.txt"
    path.write_text("# my box\n" + deck_text(DEFAULT_DECK[1:] + DEFAULT_DECK[:1]), "utf-8")
    return path


def test_deck_is_read_from_a_file(deck, capsys):
    assert simulate("--set", f"deck=@{deck}") == 0
    cards = json.loads(capsys.readouterr().out)["setup"]["deck"]
    assert cards == [*DEFAULT_DECK[1:], DEFAULT_DECK[0]]


def test_deck_with_a_fault_names_the_card(deck, capsys):
    lines = deck.read_text().splitlines()
    deck.write_text("\n".join([*lines[:3], "ooooooooo", *lines[4:]]), "utf-8")
    assert simulate("--set", f"deck=@{deck}") == 2
    assert "card 3" in capsys.readouterr().err


def test_deck_that_is_printed_otherwise_needs_a_flag(deck, capsys):
    lines = deck.read_text().splitlines()
    deck.write_text("\n".join([*lines[:3], "ooo ooo ...", *lines[4:]]), "utf-8")
    assert simulate("--set", f"deck=@{deck}") == 2
    assert "card 3: 'oooooo...' has 6 holes, but a card has 4 to 5" in capsys.readouterr().err
    # In any order.
    assert simulate("--set", f"deck=@{deck}", "--set", "boxed=yes") == 0
    assert json.loads(capsys.readouterr().out)["setup"]["boxed"] == "yes"
    assert simulate("--set", "boxed=yes", "--set", f"deck=@{deck}") == 0


def test_file_that_is_not_there_is_named(capsys):
    assert simulate("--set", "deck=@no-such-file") == 2
    assert "there is no file 'no-such-file'" in capsys.readouterr().err


def test_other_settings_are_not_read_from_files(deck, capsys):
    assert simulate("--set", f"turn_cap=@{deck}") == 2
    assert "turn_cap" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["turn-cap", "turn_cap"])
def test_name_may_be_written_as_the_setup_prints_it(name, capsys):
    assert simulate("--set", f"{name}=30") == 0
    assert json.loads(capsys.readouterr().out)["setup"]["turn_cap"] == 30
