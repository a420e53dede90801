"""The variants: V-1 to V-3."""

import pytest

from jemaa import CHANCE, IllegalMoveError
from jemaa.core.errors import InvalidPositionError, SetupError
from tests.marrakech.table import GAME, assam, legal, play, position

AFTER = "rotate=after"
TRIBUTE = "7/7/7/7/3yEy2/7/7"


@pytest.mark.clause("V-1")
def test_first_player_rolls_with_the_starting_direction():
    state = GAME.new(players=4, rotate="after")
    assert (state.phase, state.to_act, state.seat) == ("roll", CHANCE, 0)
    assert assam(play(state, "2")) == "d6S"


@pytest.mark.clause("V-1")
def test_assam_is_turned_at_the_end_of_the_turn_for_the_next_player():
    state = play(GAME.new(players=4, rotate="after"), "2", "d5e5")
    assert (state.phase, state.to_act) == ("turn", 0)
    assert legal(state) == ["L", "S", "R"]
    state = play(state, "L")
    assert (state.phase, state.to_act, state.seat, assam(state)) == ("roll", CHANCE, 1, "d6E")
    state = play(state, "1", "f6f7")
    assert (state.phase, state.to_act, assam(state)) == ("turn", 1, "e6E")


@pytest.mark.clause("V-1")
def test_before_is_the_default():
    assert GAME.new() == GAME.new(rotate="before")
    assert GAME.new().phase == "turn"


@pytest.mark.clause("V-1")
def test_two_players_draw_then_roll_then_lay_then_turn():
    state = GAME.new(players=2, rotate="after")
    phases = []
    for text in ("r", "1", "d6d7", "S", "b", "1", "c6c7", "S"):
        phases.append((state.seat, state.phase))
        state = play(state, text)
    assert phases == [
        *((0, "draw"), (0, "roll"), (0, "lay"), (0, "turn")),
        *((1, "draw"), (1, "roll"), (1, "lay"), (1, "turn")),
    ]


@pytest.mark.clause("V-1")
def test_nobody_turns_after_the_last_rug():
    state = position("rEr5/7/7/7/7/7/7", turn="3:lay", rounds=11, setup=AFTER)
    assert play(state, "d5d6").is_over


@pytest.mark.clause("V-1")
def test_last_but_one_still_turns():
    state = position("rEr5/7/7/7/7/7/7", turn="2:lay", rounds=11, setup=AFTER)
    assert (play(state, "d5d6").phase, play(state, "d5d6").to_act) == ("turn", 2)


@pytest.mark.clause("V-1")
def test_nobody_turns_after_a_fall():
    state = position(TRIBUTE, turn="0:roll", purses="1,59,30,30", setup=AFTER)
    state = play(state, "1")
    assert state.fallen == (1, 0, 0, 0)
    assert (state.phase, state.to_act, state.seat) == ("roll", CHANCE, 1)
    assert assam(state) == "d5S"


@pytest.mark.clause("V-1")
@pytest.mark.parametrize("move", ["S", "d5d6"])
def test_roll_comes_first(move):
    with pytest.raises(IllegalMoveError) as error:
        GAME.new(rotate="after").after(GAME.move(move))
    assert error.value.reason == "chance-first"


@pytest.mark.clause("V-1")
def test_other_values_are_refused():
    with pytest.raises(SetupError, match="choose before or after") as error:
        GAME.new(rotate="never")
    assert error.value.field == "rotate"


@pytest.mark.clause("V-2")
def test_who_cannot_pay_stays_when_it_is_set():
    state = position(TRIBUTE, purses="1,59,30,30", setup="insolvent=stays")
    state = play(state, "S", "1")
    assert state.cash == (0, 60, 30, 30)
    assert state.fallen == (0, 0, 0, 0)
    assert (state.phase, state.to_act) == ("lay", 0)
    assert play(state, "d6e6").to_act == 1


@pytest.mark.clause("V-2")
def test_who_has_nothing_pays_nothing_and_stays():
    state = position(TRIBUTE, purses="0,60,30,30", setup="insolvent=stays")
    state = play(state, "S", "1")
    assert (state.cash, state.phase) == ((0, 60, 30, 30), "lay")


@pytest.mark.clause("V-2")
def test_out_is_the_default():
    assert GAME.new() == GAME.new(insolvent="out")
    assert play(position(TRIBUTE, purses="1,59,30,30"), "S", "1").fallen == (1, 0, 0, 0)


@pytest.mark.clause("V-2")
def test_nobody_is_out_where_all_stay():
    with pytest.raises(InvalidPositionError, match="V-2") as error:
        GAME.parse(
            f"marrakech insolvent=stays {TRIBUTE} d4S x1,60,30,30 r6,y6,b6,n6 1:turn",
        )
    assert error.value.field == "purses"


@pytest.mark.clause("V-3")
def test_edition_is_60_rugs_or_57():
    assert GAME.new() == GAME.new(edition=60)
    assert GAME.new(edition=57).setup.edition == 57
    assert str(GAME.new(edition=57).setup) == "edition=57"
    for edition in (58, 0, "60", 60.0, None):
        with pytest.raises(SetupError, match="choose 60 or 57") as error:
            GAME.new(edition=edition)
        assert error.value.field == "edition"


@pytest.mark.clause("V-3")
def test_edition_matters_only_to_three_players():
    for players in (2, 4):
        assert GAME.new(players=players, edition=57).rugs_left == (12, 12, 12, 12)
    assert GAME.new(players=3, edition=57).rugs_left == (15, 15, 15, 0)
