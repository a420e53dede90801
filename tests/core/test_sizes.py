"""Input has a largest size, and errors show little of it."""

import re
import tracemalloc

import pytest

import jemaa
from jemaa import DeckError, Record, catalog
from jemaa.core.errors import (
    ECHO,
    InvalidPositionError,
    InvalidRecordError,
    JemaaError,
    quoted,
)
from jemaa.core.record import RECORD_LINES, RECORD_SIZE
from jemaa.core.setup import TEXT_SIZE
from jemaa.games.facir.cards import DEFAULT_DECK, deck_text, parse_deck

MANY = "q" * 40_000
START = "marrakech - 7/7/7/7/7/7/7 d4S 30,30,30,30 r12,y12,b12,n12 0:turn"
PLAY = "facir players=2 7/2r4/3y3/7/7/7/7 7^2,12^0 1+5,-/- 2:play:1:2 -"
RECORD = "jemaa record 1\ngame: marrakech\nsetup: -\n\n0 L\n* 2\nend: 2 events, not over\n"


def message(read, text):
    with pytest.raises(JemaaError) as error:
        read(text)
    return str(error.value)


def assert_short(said):
    assert max(map(len, re.findall("q+", said)), default=0) <= ECHO
    assert len(said) < 500


@pytest.mark.parametrize("position", [START, PLAY], ids=["marrakech", "facir"])
@pytest.mark.parametrize("place", range(7))
def test_errors_of_positions_show_little_of_a_long_word(position, place):
    words = position.split()
    for long in (MANY, words[place] + MANY, f"{words[place]},{MANY}", f"{words[place]}/{MANY}"):
        text = " ".join([*words[:place], long, *words[place + 1 :]])
        assert_short(message(catalog.parse, text))
        assert_short(message(catalog.parse_view, "@0 " + text))


@pytest.mark.parametrize(
    "text",
    [
        MANY,
        RECORD.replace("record 1", f"record {MANY}"),
        RECORD.replace("game: marrakech", f"game: {MANY}"),
        RECORD.replace("game: marrakech", MANY),
        RECORD.replace("setup: -", f"setup: {MANY}"),
        RECORD.replace("setup: -", f"setup: players={MANY}"),
        RECORD.replace("setup: -", f"setup: {MANY}=3"),
        RECORD.replace("setup: -", f"setup: rotate={MANY}"),
        RECORD.replace("setup: -", f"setup: colours={MANY}"),
        RECORD.replace("setup: -", f"{MANY}: 1\n{MANY}: 2"),
        RECORD.replace("0 L", MANY),
        RECORD.replace("0 L", f"{MANY} L"),
        RECORD.replace("0 L", f"0 {MANY}"),
        RECORD.replace("* 2", f"* {MANY}"),
        RECORD.replace("2 events", f"{MANY} events"),
        RECORD.replace("not over", MANY),
    ],
    ids=lambda text: text[:60].replace("\n", " "),
)
def test_errors_of_records_show_little_of_a_long_line(text):
    assert_short(message(catalog.open_record, text))


def test_damage_shows_little_of_a_line_that_is_cut_off():
    assert_short(Record.parse(RECORD.partition("end")[0] + "0 " + MANY).damage)


@pytest.mark.parametrize(
    "read",
    [
        jemaa.game,
        jemaa.game("marrakech").move,
        jemaa.game("facir").outcome,
        parse_deck,
        lambda text: catalog.player("marrakech", text),
        lambda text: catalog.player("marrakech", f"x2({text}=1)"),
        lambda text: catalog.player("marrakech", f"x2(rolls={text})"),
        lambda text: jemaa.game("facir").setup(deck=text),
        lambda text: jemaa.game("facir").setup(colours=text),
        lambda text: jemaa.game("facir").setup(turn_cap=text),
        lambda text: jemaa.game("facir").setup(**{text: 1}),
    ],
)
def test_errors_show_little_of_a_long_name(read):
    assert_short(message(read, MANY))


def test_number_that_python_does_not_print_is_refused_like_any_other():
    assert "this int is not possible" in message(
        lambda n: jemaa.game("facir").new(players=n), 10**5000
    )


def test_short_values_are_shown_as_they_are():
    assert quoted("it's") == '"it\'s"'
    assert quoted([4]) == "[4]"
    assert quoted("a" * ECHO) == repr("a" * ECHO)


def test_position_has_a_largest_size():
    spaces = TEXT_SIZE - len(START)
    assert str(jemaa.parse(START + " " * spaces)) == START
    for read in (jemaa.parse, jemaa.game("marrakech").parse, jemaa.parse_view):
        with pytest.raises(
            InvalidPositionError, match="65,537 characters; 65,536 are allowed"
        ) as error:
            read(START + " " * (spaces + 1))
        assert error.value.field == "size"
    view = "@0 " + START
    with pytest.raises(InvalidPositionError, match="65,536 are allowed"):
        jemaa.game("marrakech").parse_view(view + " " * TEXT_SIZE)


def test_deck_has_a_largest_size():
    text = deck_text(DEFAULT_DECK)
    assert parse_deck(text + "#" * (TEXT_SIZE - len(text))) == DEFAULT_DECK
    with pytest.raises(DeckError, match="65,536 are allowed"):
        parse_deck(text + "#" * (TEXT_SIZE - len(text) + 1))


def test_record_has_a_largest_size_and_most_lines():
    head, events = RECORD.split("\n\n")
    longest = f"{head}\nnote: {'n' * (RECORD_SIZE - len(RECORD) - 7)}\n\n{events}"
    assert len(longest) == RECORD_SIZE
    assert len(Record.parse(longest).events) == 2
    for text in (longest + "\n", "\n" * (RECORD_LINES + 1), RECORD + "0 L\n" * RECORD_LINES):
        with pytest.raises(InvalidRecordError, match="16,777,216 on 100,000 are allowed"):
            Record.parse(text)


@pytest.mark.parametrize(
    "text",
    ["0 L\n" * 10**7, "q" * 10**7, "q " * 10**7, "_" * 10**7],
    ids=["lines", "word", "words", "gaps"],
)
def test_text_that_is_too_long_takes_no_memory(text):
    tracemalloc.start()
    try:
        for read in (catalog.parse, catalog.parse_view, parse_deck):
            message(read, text)
        if "\n" in text:
            message(catalog.open_record, text)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 10**6
