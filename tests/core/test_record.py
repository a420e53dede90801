"""The record as text: exact both ways, and honest about damage."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import jemaa
from jemaa import CHANCE, JemaaError, Match, Record
from jemaa.core.chance import SeededChance
from jemaa.core.errors import InvalidRecordError
from jemaa.core.record import Event

GAME = jemaa.game("marrakech")


def example(moves=None, **settings):
    """Return the text of a game in which everybody takes the last legal move."""
    tags = {"Event": "Évening", "seat 0": "Ada: the first", "Опис": ""}
    match = Match(GAME, GAME.setup(**settings), SeededChance("record"), tags=tags)
    while not match.state.is_over and (moves is None or moves > 0):
        match.submit(match.state.to_act, match.state.legal()[-1])
        moves = None if moves is None else moves - 1
    return str(match.record)


WHOLE = example(players=2, rotate="after")
SHORT = example(5, players=3)


def test_record_as_text():
    match = Match(GAME, GAME.setup(players=2), SeededChance(1), tags={"place": "Café"})
    match.submit(0, GAME.move("S"))
    drawn, rolled = match.events[0].text, match.events[2].text
    assert str(match.record).split("\n") == [
        "jemaa record 1",
        "game: marrakech",
        "setup: players=2",
        "place: Café",
        "",
        f"* {drawn}",
        "0 S",
        f"* {rolled}",
        "end: 3 events, not over",
        "",
    ]


keys = st.from_regex(r"[A-Za-zäЖ0-9]+([ -][a-z0-9]+)?", fullmatch=True).filter(
    lambda key: key not in ("game", "setup")
)
words = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=8)
lines = st.lists(words, max_size=4).map(" ".join)
events = st.builds(Event, st.sampled_from([CHANCE, *range(10)]), words)
records = st.builds(
    Record,
    game=words,
    setup=words,
    tags=st.dictionaries(keys, lines, max_size=4),
    events=st.lists(events, max_size=12).map(tuple),
    result=st.lists(st.integers(0, 200).map(str), max_size=4).map(" ".join),
)


@given(records)
def test_record_reads_back(record):
    text = str(record)
    again = Record.parse(text)
    assert again == record
    assert again.damage == ""
    assert str(again) == text
    assert list(again.tags) == list(record.tags)
    for index, event in enumerate(record.events):
        assert text.split("\n")[again.line_of(index) - 1] == str(event)
        assert again.line_of(index) == record.line_of(index)


@pytest.mark.parametrize("text", [WHOLE, SHORT], ids=["whole", "short"])
def test_line_ends_of_windows_and_byte_order_mark_are_read(text):
    assert Record.parse(text.replace("\n", "\r\n")) == Record.parse(text)
    assert Record.parse("\ufeff" + text) == Record.parse(text)
    assert str(Record.parse("\ufeff" + text.replace("\n", "\r\n"))) == text
    assert jemaa.open_record("\ufeff" + text.replace("\n", "\r\n")).record == Record.parse(text)


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["unix", "windows"])
@pytest.mark.parametrize("text", [WHOLE, SHORT], ids=["whole", "short"])
def test_record_cut_at_any_byte_opens_up_to_its_last_whole_event(text, line_end):
    whole = Record.parse(text)
    data = text.replace("\n", line_end).encode()
    header = data.index((line_end * 2).encode()) + 2 * len(line_end)
    for length in range(len(data)):
        cut = data[:length].decode(errors="ignore")
        if length < header:
            with pytest.raises(InvalidRecordError) as error:
                Record.parse(cut)
            assert 0 <= error.value.line <= cut.count("\n") + 1
            continue
        record = Record.parse(cut)
        complete = cut[len(data[:header].decode()) :].count("\n")
        assert record.events == whole.events[:complete]
        assert record.result == ""
        assert "the closing line is missing" in record.damage
        assert f"up to event {complete}" in record.damage
        assert (record.setup, record.tags) == (whole.setup, whole.tags)


def test_cut_record_opens_as_a_match():
    whole = jemaa.open_record(WHOLE)
    rows = WHOLE.split("\n")
    for count in range(7, len(rows) - 1, 5):
        match = jemaa.open_record("\n".join(rows[:count]) + "\n1 f")
        assert match.events == whole.events[: count - 7]
        assert match.state == whole.states[count - 7]


@given(st.data())
def test_edited_record_reads_or_names_a_line(data):
    at = data.draw(st.integers(0, len(SHORT)))
    take = data.draw(st.integers(0, 3))
    put = data.draw(st.text("0123SLRabcdefg* :,\n\r\x00é-", max_size=3))
    text = SHORT[:at] + put + SHORT[at + take :]
    try:
        match = jemaa.open_record(text)
    except InvalidRecordError as error:
        assert 0 <= error.line <= text.count("\n") + 2
    except JemaaError as error:
        # The header names no game or no setup that there is.
        assert text.split("\n")[1:3] != SHORT.split("\n")[1:3], error
    else:
        assert jemaa.open_record(str(match.record)).states == match.states


@given(st.text())
def test_any_text_is_refused_with_our_own_error(text):
    with pytest.raises(InvalidRecordError):
        Record.parse(text)
    with pytest.raises(InvalidRecordError):
        Record.parse("jemaa record 1\n" + text)


HEAD = "jemaa record 1\ngame: marrakech\n\n"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "a record begins with 'jemaa record 1', not ''"),
        ("hello\n", 1, "not 'hello'"),
        ("jemaa record\n", 1, "a record begins with"),
        ("jemaa record 2\n" + HEAD, 1, "version '2' is unknown; this program reads version 1"),
        ("jemaa record one\n", 1, "version 'one' is unknown"),
        ("jemaa record 1\n\n", 2, "names no game"),
        ("jemaa record 1\nsetup: -\n\n", 3, "names no game"),
        ("jemaa record 1\ngame: marrakech\n", 2, "the header has no end"),
        ("jemaa record 1\ngame: marrakech\nplayers 4\n\n", 3, "'players 4' is no header line"),
        ("jemaa record 1\ngame: marrakech\n: 4\n\n", 3, "is no header line"),
        ("jemaa record 1\ngame: marrakech\n -: 4\n\n", 3, "is no header line"),
        ("jemaa record 1\ngame: marrakech\ngame: facir\n\n", 3, "'game' is given twice"),
        (HEAD + "0 S\n\n* 1\n", 5, "'' is no event"),
        (HEAD + "0\n", 4, "'0' is no event; write '0 move'"),
        (HEAD + "0 \n", 4, "is no event"),
        (HEAD + "0  S\n", 4, "is no event"),
        (HEAD + "0 S \n", 4, "is no event"),
        (HEAD + "00 S\n", 4, "'00' is neither a seat nor"),
        (HEAD + "x S\n", 4, "'x' is neither a seat nor"),
        (HEAD + "\u0661 S\n", 4, "is neither a seat nor"),
        (HEAD + "-1 S\n", 4, "'-1' is neither a seat nor"),
        (HEAD + "0 S\nend: 2 events, not over\n", 5, "says '2 events', but there are 1"),
        (HEAD + "0 S\nend: 1 events\n", 5, "closing line"),
        (HEAD + "0 S\nend:\n", 5, "closing line"),
        (HEAD + "0 S\nend: 1 events, not over\n* 1\n", 6, "more text after the closing line"),
        (HEAD + "0 S\nend: 1 events, not over\n\n\nx", 6, "more text after the closing line"),
        (HEAD + "end: 0 events, not over\nend: 0 events, not over\n", 5, "more text after"),
        (HEAD + "end: 0 events, not over\nend: 0 events, not over", 5, "more text after"),
    ],
)
def test_wrong_record_names_the_line(text, line, message):
    with pytest.raises(InvalidRecordError) as error:
        Record.parse(text)
    assert error.value.line == line
    assert message in str(error.value)
    assert str(error.value).startswith(f"record, line {line}: ")


def test_empty_lines_at_the_end_do_no_harm():
    assert Record.parse(SHORT + "\n\n") == Record.parse(SHORT)


def test_setup_may_be_left_out():
    record = Record.parse(HEAD + "0 S\nend: 1 events, not over\n")
    assert record == Record("marrakech", "-", {}, (Event(0, "S"),))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("", "x"),
        ("a:b", "x"),
        (" a", "x"),
        ("a\nb", "x"),
        ("a", "x\ny"),
        ("a", " x"),
        ("a", "x "),
        ("a", "x\r"),
        ("game", "facir"),
        ("setup", "-"),
    ],
)
def test_tag_that_could_not_be_read_back_is_refused(key, value):
    with pytest.raises(InvalidRecordError, match="tag"):
        Record("marrakech", tags={key: value})


def test_first_events_of_a_record():
    record = Record.parse(WHOLE)
    assert record.first(len(record.events)) is record
    early = record.first(3)
    assert early.events == record.events[:3]
    assert (early.result, early.tags, early.setup) == ("", record.tags, record.setup)
    assert record.first(0).events == ()


def test_outcomes_of_a_record_by_kind():
    record = Record(
        "marrakech",
        events=(Event(CHANCE, "r"), Event(0, "S"), Event(CHANCE, "2"), Event(CHANCE, "b")),
    )
    kinds = {"r": "draw", "b": "draw", "2": "roll"}
    assert record.outcomes(kinds) == {"draw": ["r", "b"], "roll": ["2"]}


def test_record_of_an_unknown_game():
    with pytest.raises(JemaaError, match="there is no game 'chess'"):
        jemaa.open_record("jemaa record 1\ngame: chess\n\nend: 0 events, not over\n")
