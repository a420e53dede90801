"""`jemaa play --manual`: a real table, whose dice and cards are typed in; and taking them back."""

import pytest

import jemaa
from tests.cli.terminal import kept

pytestmark = pytest.mark.usefixtures("linux_folders")

MARRAKECH = jemaa.game("marrakech")


def test_manual_asks_for_dice_and_draws(run, data):
    lines = ["x", "Y", "S", "5", "3", "quit"]
    result = run("play", "marrakech", "--players", "2", "--manual", typed=lines)
    flat = " ".join(result.out.split())
    assert "'x' does not do: type r or y, or undo, or quit." in flat
    ask = "Take the top rug from the pile of Red and yellow and say its colour. (r or y)> "
    assert ask in flat
    ask = (
        "Roll the real die for Red and yellow and say how many slippers it shows. (1, 2, 3 or 4)> "
    )
    assert ask in flat
    assert "'5' does not do" in flat
    assert [str(event) for event in kept(data)[0].events] == ["* y", "0 S", "* 3"]


def test_manual_game_helps_at_the_dice(run, data, tmp_path):
    """The first words of the game promise that ? lists all that can be typed."""
    copy = tmp_path / "copy.jemaa"
    lines = ["?", "board", "position", "rules 7", "log", f"save {copy}", "undo now", "hint", "y"]
    lines += ["S", "help", "quit"]
    result = run("play", "marrakech", "--players", "2", "--manual", typed=lines)
    assert (result.code, result.err) == (0, "")
    assert "Type what the table shows: r or y.\n" in result.out
    assert "Type what the table shows: 1, 2, 3 or 4.\n" in result.out
    for word in ("rules", "log", "undo", "board", "position", "save FILE", "quit", "help"):
        assert result.out.count(f"\n  {word} ") == 2
    assert "\n  hint " not in result.out
    assert MARRAKECH.draw(MARRAKECH.new(players=2).view(0)) in result.out
    assert f"@0 {MARRAKECH.new(players=2)}\n" in result.out
    assert "\n7. The end\n" in result.out
    assert "Nothing has happened yet." in result.out
    assert copy.exists()
    assert "undo stands alone" in result.out
    assert "'hint' does not do" in result.out
    assert result.out.count("does not do") == 1
    assert [str(event) for event in kept(data)[0].events] == ["* y", "0 S"]


def test_position_at_the_card_of_a_player_of_the_computer_hides_it(run, data):
    lines = ["5", "position", "7", "quit"]
    game = ("play", "facir", "--players", "2", "--against", "random", "--manual")
    out = run(*game, typed=lines).out
    assert "@- facir" in out.partition("Draw a card for Yellow")[2]


def test_manual_game_can_be_left_and_taken_back_at_the_dice(run, data):
    lines = ["undo", "y", "S", "undo", "L", "quit"]
    result = run("play", "marrakech", "--players", "2", "--manual", typed=lines)
    assert "nothing to take back" in result.out
    assert "Taken back: Red and yellow sends Assam down.\n" in result.out
    assert [str(event) for event in kept(data)[0].events] == ["* y", "0 L"]
    result = run("play", "--resume", typed=["2", "quit"])
    assert [str(event) for event in kept(data)[0].events] == ["* y", "0 L", "* 2"]


def test_manual_game_asks_again_for_what_was_taken_back(run, data):
    lines = ["y", "S", "3", "undo", "L", "quit"]
    result = run("play", "marrakech", "--players", "2", "--manual", typed=lines)
    assert "Type in again what the table shows." in " ".join(result.out.split())
    assert [str(event) for event in kept(data)[0].events] == ["* y", "0 L"]


def test_undo_without_dice_does_not_speak_of_them(run):
    """In Façir no die is rolled, and what is dealt is never taken back."""
    lines = ["", "^3", "", "undo", "", "quit"]
    result = run("play", "facir", "--players", "2", "--seed", "5", typed=lines)
    assert "Taken back: Red stands the card.\n" in result.out
    assert "dice" not in result.out.partition("The game is kept")[0]


def test_manual_deal_is_typed_by_whom_it_is_for(run, data):
    lines = ["", "5", "", "7", "quit"]
    result = run("play", "facir", "--players", "2", "--manual", typed=lines)
    assert [str(event) for event in kept(data)[0].events] == ["* 5", "* 7"]
    red, yellow = result.out.split("Pass the keyboard to ")[1:3]
    assert red.startswith("Red")
    assert "Draw a card for Red and say its number." in red
    assert yellow.startswith("Yellow")
    assert "Draw a card for Yellow and say its number." in yellow
