"""Honest records are proven; every way to cheat is named."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jemaa.cli import main
from jemaa.cli.study import verify
from jemaa.core.chance import SeededChance
from jemaa.core.errors import InvalidRecordError
from jemaa.core.match import Match
from jemaa.core.record import Event, Record
from jemaa.server import wire
from tests.server.room.desk import SECRET, Desk

pytestmark = pytest.mark.once


def played(plan="A A", game="marrakech", **wish):
    desk = Desk(plan, game, **wish)
    desk.play()
    return desk.room.record


def tagged(record, **tags):
    """Return a record with other tags; None leaves one out."""
    kept = {key: value for key, value in {**record.tags, **tags}.items() if value is not None}
    return replace(record, tags=kept)


def with_outcome(record, index, text):
    """Return the beginning of a record up to an event, which is another one now."""
    events = (*record.events[:index], Event(-1, text))
    return replace(record, events=events, result="")


@pytest.mark.parametrize("game", ["marrakech", "facir"])
@pytest.mark.parametrize("plan", ["A A", "A A A", "A tourist A A"])
def test_what_a_room_has_drawn_is_proven(plan, game):
    record = Record.parse(str(played(plan, game)))
    chance = sum(event.by == -1 for event in record.events)
    finding = verify(record)
    assert finding.proven
    assert finding.message.startswith(f"all {chance} outcomes of chance follow from the secret")
    assert record.tags["commitment"] in finding.message


def test_a_forfeited_game_is_proven_as_far_as_it_went():
    desk = Desk("A B", clock=wire.ClockWish(10))
    desk.play(9)
    desk.now += 60_000
    desk.say(wire.Claim, 1 - desk.room.to_act, "end")
    assert verify(desk.room.record).proven


def test_a_game_with_moves_taken_back_is_proven():
    desk = Desk("A A A")
    for _ in range(20):
        desk.play(1)
        if desk.info().undo:
            desk.say(wire.Ask, desk.info().undo[0], "undo")
            desk.play(1)
    desk.play()
    assert "undone" in desk.kinds()
    assert verify(desk.room.record).proven


@given(st.data())
def test_any_other_outcome_is_found(data):
    record = RECORDS[data.draw(st.sampled_from(sorted(RECORDS)))]
    places = [index for index, event in enumerate(record.events) if event.by == -1]
    index = data.draw(st.sampled_from(places))
    match = Match.replay(verify_game(record), record.first(index))
    possible = [outcome.text for outcome, _ in match.state.outcomes()]
    others = sorted(set(possible) - {record.events[index].text})
    if not others:
        return  # only one colour is left in the pile
    other = data.draw(st.sampled_from(others))
    finding = verify(with_outcome(record, index, other))
    assert not finding.proven
    assert finding.message.startswith(f"line {record.line_of(index)}: ")
    assert f"the secret gives {record.events[index].text}" in finding.message


def verify_game(record):
    return Desk("A A", record.game).room.game


RECORDS = {"marrakech": played(), "facir": played("A A A", "facir")}


@pytest.mark.parametrize(
    ("tags", "message"),
    [
        ({"commitment": "0" * 64}, "the commitment is 000"),
        ({"secret": "00" * 32}, "the commitment is "),
        ({"secret": "00" * 32, "commitment": None}, "line 10: draw 0 is y, but the secret gives r"),
        ({"room": "room2"}, "line 17: roll 1 is 1, but the secret gives 2"),
        ({"secret": "no hex"}, "the record has no secret"),
        ({"secret": ""}, "the record has no secret"),
        ({"secret": None}, "the record has no secret"),
        ({"dice": "typed in"}, "the dice were typed in by hand"),
    ],
    ids=str,
)
def test_tags_that_were_changed_are_found(tags, message):
    finding = verify(tagged(RECORDS["marrakech"], **tags))
    assert not finding.proven
    assert finding.message.startswith(message)


def test_real_dice_cannot_be_proven():
    desk = Desk("A A A", manual=True, clock=wire.ClockWish(10))
    desk.move(0, "S")
    desk.say(wire.Chance, 1, "3")
    desk.now += 60_000
    desk.say(wire.Claim, 1, "end")
    finding = verify(desk.room.record)
    assert finding == (False, "the dice were typed in by hand: there is nothing to compute again")


def test_a_game_from_the_terminal_has_no_room():
    game = verify_game(RECORDS["marrakech"])
    match = Match(
        game, game.setup(players=2), SeededChance(b"seed"), tags={"chance": b"seed".hex()}
    )
    match.submit(0, match.state.legal()[0])
    finding = verify(match.record)
    assert finding.proven
    assert "no commitment" in finding.message


def test_a_record_that_breaks_the_rules_is_an_error():
    record = RECORDS["marrakech"]
    with pytest.raises(InvalidRecordError):
        verify(replace(record, events=record.events[1:], result=""))


def test_a_record_that_was_cut_off_is_not_proven():
    text = str(RECORDS["marrakech"])
    finding = verify(Record.parse(text[: len(text) // 2]))
    assert not finding.proven
    assert finding.message.startswith("the record is not whole")


def test_the_command_says_what_it_has_found(tmp_path, capsys):
    good, bad = tmp_path / "good.jemaa", tmp_path / "bad.jemaa"
    good.write_text(str(RECORDS["facir"]), "utf-8")
    bad.write_text(str(tagged(RECORDS["facir"], secret=SECRET[:-2] + "00")), "utf-8")
    assert main(["verify", str(good)]) == 0
    assert capsys.readouterr().out.count("\n") == 1
    assert main(["verify", str(bad)]) == 2
    assert capsys.readouterr().out.startswith("the commitment is")
