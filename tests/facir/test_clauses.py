"""Every clause of the rules of Façir, by example."""

from itertools import permutations

import pytest

import jemaa
from jemaa import SPECTATOR, IllegalMoveError, Match
from jemaa.core.errors import SetupError
from jemaa.games.facir.board import NONE, UNKNOWN
from tests.facir.table import (
    EMPTY,
    GAME,
    SQUARES,
    bed,
    holes,
    legal,
    outcomes,
    play,
    refused,
    start,
)

DEALT = ("1", "2", "^0", "^0")
"""Two players hold the cards 1 (ooo....o.) and 2 (oo.oo....), unturned."""
UNDER_1 = "a1 b1 c1"
"""Three of the four nails that card 1 needs in the top left corner; b3 is the fourth."""


# Material.


@pytest.mark.clause("F-1")
def test_board_has_49_holes():
    assert legal(start(*DEALT)) == SQUARES


@pytest.mark.clause("F-1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_colour_has_seven_nails(players):
    assert start(players=players).nails_left == (7,) * players
    assert GAME.setup(players=4).colours == "rybn"


@pytest.mark.clause("F-1")
def test_colours_are_one_a_seat():
    for colours in ("rr", "r", "rx", "ryb"):
        with pytest.raises(SetupError):
            GAME.setup(players=2, colours=colours)
    state = start(*DEALT, "a1", "b1", colours="nb")
    assert str(state).split()[2] == "nb5/7/7/7/7/7/7"


@pytest.mark.clause("F-4")
def test_everybody_has_a_room_and_all_draw_from_one_bag():
    state = start(players=4)
    assert len(state.rooms) == 4
    assert len(state.bag) == 24
    state = play(state, "7")
    assert [room.card for room in state.rooms] == [6, NONE, NONE, NONE]
    assert len(state.bag) == 23
    assert 6 not in state.bag


# Setup.


@pytest.mark.clause("F-10")
def test_two_to_four_players_begin_on_an_empty_board():
    for players in (1, 5):
        with pytest.raises(SetupError):
            GAME.new(players=players)
    for players in (2, 3, 4):
        state = GAME.new(players=players)
        assert state.nails == (0,) * players
        assert state.nails_left == (7,) * players
        assert str(state).split()[2] == EMPTY


@pytest.mark.clause("F-11")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_are_six_rounds_and_6_cards_a_player(players):
    """All rounds are void, so that there is no deciding round."""
    state = start(players=players, turn_cap=1)
    for number in range(6):
        assert state.round == number
        assert len(state.bag) == 24 - number * players
        deal = [str(card + 1) for card in state.bag[:players]]
        state = play(state, *deal, *["^0"] * players, "a1")
    assert state.is_over
    assert len(state.void) == 6 * players


@pytest.mark.clause("F-11")
def test_cards_are_drawn_at_random_from_those_unseen():
    assert outcomes(start()) == {str(card): 1 for card in range(1, 25)}
    assert outcomes(start("5")) == {str(card): 1 for card in range(1, 25) if card != 5}


# The round.


@pytest.mark.clause("F-20")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_draws_one_card(players):
    state = start(players=players)
    for seat in range(players):
        assert (state.phase, state.to_act, state.seat) == ("deal", jemaa.CHANCE, seat)
        state = play(state, str(seat + 10))
    assert state.phase == "stand"
    assert [room.card for room in state.rooms] == [seat + 9 for seat in range(players)]


@pytest.mark.clause("F-20")
def test_drawn_card_is_unseen_by_the_others():
    state = start("5", "9", "20", players=3)
    for seat in range(3):
        cards = [room.card for room in state.view(seat).known.rooms]
        assert cards == [
            card if other == seat else UNKNOWN for other, card in enumerate([4, 8, 19])
        ]
    assert [room.card for room in state.view(SPECTATOR).known.rooms] == [UNKNOWN] * 3


@pytest.mark.clause("F-20")
def test_card_that_is_out_cannot_be_drawn():
    assert refused(start("5"), "5") == ("not-in-bag", "F-20")


@pytest.mark.clause("F-21")
def test_card_is_stood_in_one_of_four_rotations():
    state = start("1", "2")
    assert legal(state) == ["^0", "^1", "^2", "^3"]
    state = play(state, "^3", "^1")
    assert [room.rotation for room in state.rooms] == [3, 1]
    assert state.view(0).pattern == "o..o.oo.."
    assert state.view(1).pattern == ".oo.oo..."


@pytest.mark.clause("F-21")
def test_card_is_fixed_for_the_round():
    state = start(*DEALT)
    assert refused(state, "^1") == ("wrong-step", "F-21")
    assert refused(start("1", "2"), "d4") == ("wrong-step", "F-21")
    assert play(state, "a1", "a2", "a3").rooms[0].rotation == 0


@pytest.mark.clause("F-21")
def test_choices_are_made_without_knowing_the_others():
    """Whatever the first one chooses, the second one sees the same until he has chosen too."""
    views = {str(start("1", "2", f"^{rotation}").view(1)) for rotation in range(4)}
    assert views == {"@1 facir players=2 7/7/7/7/7/7/7 ?^?,2 -,-/- 1:stand:1 -"}


@pytest.mark.clause("F-22")
def test_others_see_the_mirrored_top_row():
    # Card 2 is oo. / oo. / ...; turned to the right it is .oo / .oo / ...
    state = start("2", "11", "^0", "^3")
    assert state.view(1).edges[0] == ".oo"
    assert start("2", "11", "^1", "^3").view(1).edges[0] == "oo."
    # Card 11 is o.. / o.o / .o.; turned to the left it is .o. / ..o / oo.
    assert state.view(0).edges[1] == ".o."
    assert state.view(0).card == 1


@pytest.mark.clause("F-22")
def test_one_edge_is_all_that_is_seen():
    """Cards 1 and 16 have the same top row, so whoever does not hold them sees no difference."""
    first, second = (start(card, "5", "^0", "^0") for card in ("1", "16"))
    assert first.view(1) == second.view(1)
    assert str(first.view(1)).split()[4] == "?^ooo,5^0"
    assert first.view(0) != second.view(0)


@pytest.mark.clause("F-23")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_each_round_is_started_by_the_next_seat(first):
    state = start(players=3, first=first, turn_cap=2)
    for number in range(6):
        assert state.starter == (first + number) % 3
        cards = [str(card + 1) for card in state.bag[:3]]
        state = play(state, *cards, "^0", "^0", "^0")
        assert state.to_act == (first + number) % 3
        state = play(state, "a1", "b1")


@pytest.mark.clause("F-23")
def test_next_starter_does_not_depend_on_who_won():
    for seat in (0, 1):
        fits = "1^0", "2^0"
        nails = "a1 b1 c1 b3" if seat == 0 else "a1 b1 a2 b2"
        state = play(bed(nails, "g7", cards=fits, seat=seat), "!")
        assert (state.won[seat], state.starter) == ((0, 1), 1)


@pytest.mark.clause("F-23")
def test_turns_go_clockwise():
    state = start("1", "2", "3", "^0", "^0", "^0", players=3, first=1)
    order = []
    for hole in SQUARES[:6]:
        order.append(state.to_act)
        state = play(state, hole)
    assert order == [1, 2, 0, 1, 2, 0]


@pytest.mark.clause("F-24")
def test_turn_puts_a_nail_or_moves_an_own_one():
    state = start(*DEALT, "a1", "b1")
    free = [hole for hole in SQUARES if hole not in ("a1", "b1")]
    assert legal(state) == free + ["a1" + hole for hole in free]
    assert holes(play(state, "d4").nails[0]) == {"a1", "d4"}
    moved = play(state, "a1g7")
    assert [holes(nails) for nails in moved.nails] == [{"g7"}, {"b1"}]
    assert moved.to_act == 1


@pytest.mark.clause("F-24")
def test_other_nail_actions_are_refused():
    state = start(*DEALT, "a1", "b1")
    assert refused(state, "a1") == refused(state, "b1") == ("hole-taken", "F-24")
    assert refused(state, "a1b1") == ("hole-taken", "F-24")
    assert refused(state, "b1c1") == refused(state, "d4c1") == ("not-your-nail", "F-24")


@pytest.mark.clause("F-24")
def test_fakir_can_be_laid_without_touching_a_nail():
    state = bed("a1 b1 c1 b3", "g7")
    assert "!" in legal(state)
    assert play(state, "!").won == ((0, 1), ())


@pytest.mark.clause("F-25")
def test_with_all_nails_out_only_moving_is_left():
    out = "a1 c1 e1 g1 b3 d3 f3"
    state = bed(out, "g7")
    assert state.nails_left[0] == 0
    actions = [text for text in legal(state) if "!" not in text]
    assert len(actions) == 7 * 41
    assert all(len(text) == 4 for text in actions)
    assert refused(state, "d4") == refused(state, "d4!") == ("no-nails-left", "F-25")
    assert "d4" in legal(bed(out[:-3], "g7"))


@pytest.mark.clause("F-25")
def test_with_all_nails_out_a_put_cannot_lay_either():
    # b3 alone is missing under card 1.
    state = bed(UNDER_1 + " e5 f5 g5 e7", "g7")
    assert {"e5b3!", "f5b3!", "g5b3!", "e7b3!"} < set(legal(state))
    assert "b3!" not in legal(state)
    assert refused(state, "b3!") == ("no-nails-left", "F-25")
    assert "b3!" in legal(bed(UNDER_1 + " e5 f5 g5", "g7"))


# Laying the fakir.


@pytest.mark.clause("F-30")
def test_fakir_lies_right_after_a_put():
    state = bed(UNDER_1, "g7")
    assert "!" not in legal(state)
    assert refused(state, "!") == refused(state, "b4!") == ("does-not-fit", "F-30")
    assert play(state, "b3!").won == ((0, 1), ())


@pytest.mark.clause("F-30")
def test_fakir_lies_right_after_a_move():
    state = bed(UNDER_1 + " e6", "g7")
    assert "e6b3!" in legal(state)
    assert play(state, "e6b3!").won == ((0, 1), ())
    surplus = bed("a1 b1 c1 b3 b2", "g7")
    assert "!" not in legal(surplus)
    assert "b2g1!" in legal(surplus)
    assert "b2c3!" not in legal(surplus)


@pytest.mark.clause("F-30")
def test_missing_and_surplus_nail_are_put_right_by_one_move():
    state = bed(UNDER_1 + " b2", "g7")
    assert [text for text in legal(state) if "!" in text] == ["b2b3!"]


@pytest.mark.clause("F-30")
def test_nails_under_the_holes_are_anybodys():
    assert "!" in legal(bed("a1", "b1 c1 b3"))
    assert "b3!" in legal(bed("a1", "b1 c1"))


@pytest.mark.clause("F-30")
@pytest.mark.parametrize("surplus", ["a2", "b2", "c2", "a3", "c3"])
def test_no_nail_stands_under_any_other_position(surplus):
    state = bed("a1 b1 c1 b3", surplus)
    assert "!" not in legal(state)
    assert refused(state, "g7!") == refused(state, "b3g7!") == ("does-not-fit", "F-30")
    assert "!" in legal(bed("a1 b1 c1 b3", "d2"))


@pytest.mark.clause("F-30")
@pytest.mark.parametrize(
    "nails",
    ["a1 b1 c1 b3", "c1 c2 c3 a2", "a3 b3 c3 b1", "a1 a2 a3 c2"],
    ids=["0", "90", "180", "270"],
)
@pytest.mark.parametrize("stands", range(4))
def test_fakir_lies_in_any_rotation_however_it_stood(nails, stands):
    assert "!" in legal(bed(nails, "g7", cards=(f"1^{stands}", "2^0")))


@pytest.mark.clause("F-30")
def test_fakir_is_never_turned_over():
    # Card 4 is oo. / .o. / ..o; mirrored it is .oo / .o. / o.., which is card 10.
    assert "!" in legal(bed("a1 b1 b2 c3", "g7", cards=("4^0", "2^0")))
    assert "!" not in legal(bed("b1 c1 b2 a3", "g7", cards=("4^0", "2^0")))
    assert "!" in legal(bed("b1 c1 b2 a3", "g7", cards=("10^0", "2^0")))


@pytest.mark.clause("F-30")
@pytest.mark.parametrize(
    ("nails", "fit"),
    [("e5 f5 g5 f7", True), ("f1 g1 g2 f3", False), ("a6 b6 c6", False)],
    ids=["corner", "over-the-side", "over-the-bottom"],
)
def test_fakir_lies_fully_inside(nails, fit):
    assert ("!" in legal(bed(nails, "a4"))) is fit


@pytest.mark.clause("F-30")
def test_only_the_own_card_on_the_own_turn_counts():
    state = bed("a1 b1 a2 b2", "g7", seat=0)
    assert "!" not in legal(state)
    assert "!" in legal(play(state, "e5"))


@pytest.mark.clause("F-31")
def test_laying_is_not_a_duty():
    state = bed("a1 b1 c1 b3", "g7")
    assert "!" in legal(state)
    assert "d4" in legal(state)
    after = play(state, "d4")
    assert (after.round, after.to_act) == (0, 1)


@pytest.mark.clause("F-31")
@pytest.mark.parametrize("seat", [SPECTATOR, 1])
def test_nobody_is_told_whether_somebody_could_have_laid(seat):
    """The mover could lay with card 1 but not with 16, of which the others see the same edge."""
    could, could_not = (bed("a1 b1 c1 b3", "g7", cards=(card, "5^0")) for card in ("1^0", "16^0"))
    assert could.fits() and not could_not.fits()
    assert could.view(seat) == could_not.view(seat)
    assert str(could.view(seat)) == str(could_not.view(seat))
    assert could.view(seat).legal() == ()
    move = GAME.move("d4")
    assert GAME.draw(could.view(seat)) == GAME.draw(could_not.view(seat))
    assert GAME.tell(could, move) == GAME.tell(could_not, move)
    assert could.after(move).view(seat) == could_not.after(move).view(seat)


@pytest.mark.clause("F-31")
def test_refusal_tells_no_secret_of_the_others():
    state = bed("a1", "g7", cards=("1^0", "5^2"))
    with pytest.raises(IllegalMoveError) as refusal:
        play(state, "!")
    assert refusal.value.position == str(state.view(0))
    match = Match(GAME, GAME.setup(players=2))
    for outcome in "15":
        match.resolve(GAME.outcome(outcome))
    with pytest.raises(IllegalMoveError) as refusal:
        match.submit(1, GAME.move("^0"))
    assert refusal.value.position == str(match.state.view(SPECTATOR))


@pytest.mark.clause("F-32")
def test_who_lays_takes_the_cards_of_everybody():
    state = bed("a1 b1 c1 b3", "g7", "g6", cards=("1^0", "9^1", "22^3"))
    after = play(state, "!")
    assert after.won == ((0, 8, 21), (), ())
    assert after.scores() == (3, 0, 0)


@pytest.mark.clause("F-32")
def test_cards_of_a_round_are_shown_when_it_is_won():
    after = play(bed("a1 b1 c1 b3", "g7"), "!")
    assert after.view(SPECTATOR).won == ((0, 1), ())


@pytest.mark.clause("F-33")
def test_nails_go_back_and_new_cards_are_drawn():
    after = play(bed("a1 b1 c1 b3", "g7"), "!")
    assert (after.round, after.phase, after.turns) == (1, "deal", 0)
    assert after.nails == (0, 0)
    assert after.nails_left == (7, 7)
    assert [room.card for room in after.rooms] == [NONE, NONE]
    assert after.view(0).edges == (None, None)
    assert outcomes(after) == {str(card): 1 for card in range(3, 25)}


# The end.

LAST = "1+2+3+4+5+6,7+8+9+10/-"
"""What two players have won before the last round."""


@pytest.mark.clause("F-40")
def test_most_cards_win_after_six_rounds():
    state = bed(
        *("g1", "g2", "a1 b1 c1 b2 b3"),
        cards=("16^0", "17^0", "18^0"),
        won="1+2+3+4+5+6+7+8+9,10+11+12,-/13+14+15",
        round=6,
        seat=2,
    )
    assert not state.is_over
    won = play(state, "!")
    assert won.is_over
    assert won.scores() == (9, 3, 3)
    assert won.ranking() == ((0,), (1, 2))
    assert won.returns() == (1.0, 0.0, 0.0)


@pytest.mark.clause("F-40")
def test_game_is_not_over_before_the_sixth_round_even_if_decided():
    state = bed("a1 b1 c1 b2 b3", "g7", round=5, seat=0, cards=("18^0", "17^0"),
                won="1+2+3+4+5+6+7+8,-/-")  # fmt: skip
    after = play(state, "!")
    assert (after.round, after.is_over) == (5, False)
    assert refused(after, "18") == ("not-in-bag", "F-20")


@pytest.mark.clause("F-41")
def test_tie_for_first_is_decided_by_one_more_round():
    state = bed("a1 b1 c1 b2 b3", "g7", round=6, seat=1, cards=("17^0", "18^0"), won=LAST)
    after = play(state, "!")
    assert after.scores() == (6, 6)
    assert (after.phase, after.round, after.starter) == ("deal", 6, 0)
    # The cards that were won are back in the bag, and only those.
    assert sorted(map(int, outcomes(after))) == [*range(1, 11), 17, 18]


@pytest.mark.clause("F-42")
def test_third_occurrence_of_a_position_voids_the_round():
    state = start(*DEALT, "a1", "g7")
    there, back = ("a1a2", "g7g6"), ("a2a1", "g6g7")
    state = play(state, *there, *back, *there)
    assert state.occurrences == 2
    state = play(state, "a2a1")
    assert state.round == 0
    voided = play(state, "g6g7")
    assert (voided.round, voided.void, voided.scores()) == (1, (0, 1), (0, 0))


@pytest.mark.clause("F-42")
def test_round_is_void_after_200_turns():
    state = start(*DEALT, "a1", "g7", repetitions=None)
    for _ in range(49):
        state = play(state, "a1a2", "g7g6", "a2a1", "g6g7")
    state = play(state, "a1a2")
    assert (state.turns, state.round) == (199, 0)
    state = play(state, "g7g6")
    assert (state.turns, state.round, state.void) == (0, 1, (0, 1))


def test_refusals_have_the_shared_reasons_too():
    state = start("1", "2")
    assert refused(start(), "5") is None
    with pytest.raises(IllegalMoveError, match="chance comes first"):
        start().after(GAME.move("d4"))
    with pytest.raises(IllegalMoveError, match="nothing to deal"):
        state.after(GAME.outcome("5"))
    with pytest.raises(IllegalMoveError, match="another game"):
        state.after(jemaa.game("marrakech").move("L"))


def test_all_orders_of_cards_reach_the_same_bag():
    bags = {start(*order).bag for order in permutations(("3", "7"))}
    assert len(bags) == 1


def test_view_names_what_a_client_shows():
    view = start("1", "2", "3", players=3, first=1).view(0)
    assert (view.card, view.pattern, view.rotation) == (2, "oo.o....o", None)
    assert (view.round, view.starter, view.playing, view.turns) == (0, 1, (1, 2, 0), 0)
    assert (view.dealt, view.stood, view.void) == ((True,) * 3, (False,) * 3, ())
    assert view.unseen == tuple(card for card in range(24) if card != 2)
    spectator = start("1", "2").view(SPECTATOR)
    assert (spectator.card, spectator.pattern, spectator.rotation) == (None, None, None)
    assert len(spectator.unseen) == 24
