"""The scene of Façir tells a seat all it may know, worked out, and nothing else."""

from itertools import product
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jemaa import CHANCE, SPECTATOR
from jemaa.core.errors import InvalidNotationError
from jemaa.games.facir.board import NONE
from jemaa.games.facir.cards import DEFAULT_DECK
from jemaa.games.facir.lying import Lay, resting_place
from jemaa.games.facir.scene import Card, FacirScene, Nail, Stand
from tests.facir.naive import hole_of, moved, name, orientations, seen
from tests.facir.table import GAME, SQUARES, bed, choices, holes, legal, play, start
from tests.facir.test_laws import seeds, states


def scene_of(state, seat=SPECTATOR, **options):
    return GAME.scene([state], [], seat, **options)


def card(number, printed, rotation, pattern):
    return Card(number=number, printed=printed, rotation=rotation, pattern=pattern)


def stand(move, rotation, pattern, edge):
    return Stand(move=move, rotation=rotation, pattern=pattern, edge=edge)


def standing(*nails):
    return tuple(Nail(square=square, seat=seat) for square, seat in nails)


def lay(move, rotation, square):
    return Lay(move=move, rotation=rotation, square=square)


def seats_of(state):
    return (SPECTATOR, *range(state.setup.players))


@st.composite
def near_fits(draw):
    """Return positions in which the card of seat 0 fits somewhere, or nearly."""
    card, rotation = draw(st.integers(1, 24)), draw(st.integers(0, 3))
    shape = orientations(DEFAULT_DECK[card - 1])[draw(st.integers(0, 3))]
    place = draw(st.integers(0, 4)), draw(st.integers(0, 4))
    needed = {name(hole) for hole in moved(shape, *place)}
    missing = draw(st.sets(st.sampled_from(sorted(needed)), max_size=1))
    others = draw(st.sets(st.sampled_from(SQUARES), max_size=6))
    nails = draw(st.permutations(sorted(needed - missing | others)))
    own = draw(st.integers(max(1, len(nails) - 7), min(7, len(nails) - 1)))
    cards = (f"{card}^{rotation}", f"{card % 24 + 1}^0")
    return bed(" ".join(nails[:own]), " ".join(nails[own:]), cards=cards)


# By example.


def test_scene_of_the_beginning():
    scene = scene_of(start(players=3, first=1, turn_cap=None), 0)
    assert (scene["game"], scene["players"], scene["phase"]) == ("facir", 3, "deal")
    assert (scene["seat"], scene["to_act"], scene["starter"]) == (1, CHANCE, 1)
    assert (scene["round"], scene["rounds"], scene["deciding"]) == (1, 6, False)
    assert (scene["turns"], scene["turn_cap"], scene["repetitions"], scene["bag"]) == (
        0,
        None,
        3,
        18,
    )
    assert (scene["nails"], scene["void"], scene["ranking"]) == ((), (), ((0, 1, 2),))
    assert [room["dealt"] for room in scene["rooms"]] == [False] * 3
    assert (scene["own"]["seat"], scene["own"]["card"], scene["own"]["fits"]) == (0, None, ())


def test_own_card_is_shown_and_can_be_stood():
    scene = scene_of(start("4", "7"), 0)
    assert (
        scene["own"]["card"] == scene["rooms"][0]["card"] == card(4, "oo..o...o", None, "oo..o...o")
    )
    assert scene["rooms"][1]["card"] is None
    assert scene["rooms"][1]["dealt"] and not scene["rooms"][1]["stood"]
    assert scene["bag"] == 10
    assert scene["own"]["stands"] == (
        stand("^0", 0, "oo..o...o", ".oo"),
        stand("^1", 1, "..o.ooo..", "o.."),
        stand("^2", 2, "o...o..oo", "..o"),
        stand("^3", 3, "..ooo.o..", "o.."),
    )
    # All choose at the same time, also before it is their turn.
    assert [stand["move"] for stand in scene_of(start("4", "7"), 1)["own"]["stands"]] == [
        f"^{quarters}" for quarters in range(4)
    ]


@pytest.mark.clause("F-22")
def test_edge_is_told_mirrored_once_all_stand():
    state = start("4", "1", "^0")
    assert [room["edge"] for room in scene_of(state)["rooms"]] == [None, None]
    rooms = scene_of(play(state, "^1"), 0)["rooms"]
    # Card 4 shows its owner `oo.` at the top, card 1 turned by a quarter shows `..o`.
    assert [room["edge"] for room in rooms] == [".oo", "o.."]
    assert rooms[0]["card"] == card(4, "oo..o...o", 0, "oo..o...o")


def test_scene_in_play():
    state = bed("b2 c3", "c2 d4", cards=("4^0", "1^1"))
    scene = scene_of(state, 0)
    assert scene["nails"] == standing(("b2", 0), ("c2", 1), ("c3", 0), ("d4", 1))
    assert scene["own"]["movable"] == ("b2", "c3")
    assert (len(scene["own"]["free"]), scene["own"]["can_put"]) == (45, True)
    assert scene["own"]["lays"][-1] == lay("!", 0, "b2")
    fits = {fit["rotation"]: fit["marks"] for fit in scene["own"]["fits"]}
    assert (fits[0]["b2"], fits[2]["b2"]) == ("tt..t...t", "tx..t..pt")
    other = scene_of(state, 1)["own"]
    assert (other["free"], other["can_put"], other["movable"], other["lays"]) == ((), False, (), ())
    assert [len(fit["marks"]) for fit in other["fits"]] == [25] * 4
    assert scene_of(state)["own"] is None


def test_seven_nails_are_all():
    state = bed("a1 b1 c1 d1 e1 f1 g1", "a7", cards=("4^0", "1^1"))
    assert not scene_of(state, 0)["own"]["can_put"]
    assert scene_of(state, 0)["rooms"][0]["nails_left"] == 0


def test_place_of_laying_is_the_first_row_by_row():
    lower_left, upper_right = "a5 b5 b6 c7", "e2 f2 f3 g4"
    scene = scene_of(bed(lower_left, upper_right, cards=("4^0", "1^0")), 0)
    assert scene["own"]["lays"][-1] == lay("!", 0, "e2")


def test_card_that_looks_the_same_turned_lies_in_fewer_ways():
    deck = (".o.ooo.o.", *DEFAULT_DECK[1:])
    scene = scene_of(start("1", "2", "^0", "^0", deck=deck), 0)
    assert [(fit["rotation"], len(fit["marks"])) for fit in scene["own"]["fits"]] == [(0, 25)]


@pytest.mark.clause("F-41")
def test_deciding_round_in_the_scene():
    won = "1+2+3,-,4+5+6/7+8+9+10+11+12+13+14+15+16+17+18"
    state = GAME.parse(f"facir players=3 7/7/7/7/7/7/7 -,x,- {won} 7:deal:0 -")
    scene = scene_of(play(state, "5"), 0)
    assert (scene["round"], scene["rounds"], scene["deciding"], scene["bag"]) == (7, 6, True, 5)
    assert [room["plays"] for room in scene["rooms"]] == [True, False, True]
    assert scene["rooms"][0]["won"] == DEFAULT_DECK[:3]
    assert scene["void"] == DEFAULT_DECK[6:18]


@pytest.mark.parametrize(
    ("won", "deciding", "end"),
    [
        ("1+2+3+4+5+6,7+8+9+10+11+12/-", True, "over:1"),
        ("1+2+3+4+5+6,7+8+9+10+11+12/-", True, "over"),
        ("1+2+3+4+5+6+7+8,9+10+11+12/-", False, "over"),
        ("-,-/1+2+3+4+5+6+7+8+9+10+11+12", False, "over"),
    ],
)
def test_scene_of_the_end_knows_the_last_round(won, deciding, end):
    state = GAME.parse(f"facir players=2 7/7/7/7/7/7/7 -,- {won} {end} -")
    scene = scene_of(state, 0)
    assert (scene["phase"], scene["to_act"], scene["bag"]) == ("over", None, 0)
    assert (scene["deciding"], scene["round"]) == (deciding, 7 if deciding else 6)
    assert scene["ranking"] == state.ranking()


def test_scene_for_a_seat_that_is_not_there_is_refused():
    with pytest.raises(InvalidNotationError, match="no seat 2"):
        scene_of(start(), 2)


# Secrets.


@given(states, seeds)
def test_scene_does_not_depend_on_what_is_hidden(state, seed):
    for seat in seats_of(state):
        guess = GAME.resample(state.view(seat), Random(seed))
        told, guessed = scene_of(state, seat), scene_of(guess, seat)
        assert msgspec.json.encode(told) == msgspec.json.encode(guessed)


@given(st.one_of(states, near_fits()))
def test_only_the_own_card_is_told(state):
    for seat in seats_of(state):
        scene = scene_of(state, seat)
        assert (scene["own"] is None) == (seat == SPECTATOR)
        for room in scene["rooms"]:
            dealt = state.rooms[room["seat"]].card != NONE
            assert (room["card"] is not None) == (dealt and room["seat"] == seat)
        if scene["own"]:
            assert scene["own"]["seat"] == seat
            assert scene["own"]["card"] == scene["rooms"][seat]["card"]
            if seat != state.to_act:
                own = scene["own"]
                assert (own["free"], own["can_put"]) == ((), False)
                assert (own["movable"], own["lays"]) == ((), ())


@given(states)
def test_revealed_scene_shows_all_cards_and_changes_nothing_else(state):
    for seat in seats_of(state):
        scene, shown = scene_of(state, seat), scene_of(state, seat, revealed=True)
        for room, held in zip(shown["rooms"], state.rooms, strict=True):
            assert (room["card"] is None) == (held.card == NONE)
            if room["card"]:
                check_card(room["card"], held)
        assert without_cards(shown) == without_cards(scene)


@given(states, seeds)
def test_what_is_kept_for_one_eye_or_position_is_not_told_of_another(state, seed):
    rng = Random(seed)
    possible = choices(state)
    both = (state, state.after(rng.choice(possible)) if possible else start())
    asked = [
        (one, {"seat": seat, "revealed": shows})
        for one in both
        for seat in seats_of(one)
        for shows in (False, True)
    ]
    # What was read from text is another object, so nothing is kept of it.
    alone = [scene_of(GAME.parse(str(one)), **how) for one, how in asked]
    for place in rng.choices(range(len(asked)), k=2 * len(asked)):
        one, how = asked[place]
        assert scene_of(one, **how) == alone[place]


def check_card(card, held):
    assert card["number"] == held.card + 1
    assert card["printed"] == DEFAULT_DECK[held.card]
    assert card["rotation"] == (None if held.rotation == NONE else held.rotation)
    shape = orientations(card["printed"])[card["rotation"] or 0]
    assert card["pattern"] == "".join(
        "o" if (x, y) in shape else "." for y, x in product(range(3), repeat=2)
    )


def without_cards(scene):
    plain = msgspec.to_builtins(scene)
    for room in plain["rooms"]:
        del room["card"]
    return plain


# Laws.


@given(st.one_of(states, near_fits()))
def test_scene_is_read_back_from_json(state):
    for seat in seats_of(state):
        scene = scene_of(state, seat)
        assert msgspec.json.decode(msgspec.json.encode(scene), type=FacirScene) == scene


@given(states)
def test_scene_tells_the_position(state):
    scene = scene_of(state, 0)
    assert (scene["phase"], scene["seat"], scene["to_act"]) == (
        state.phase,
        state.seat,
        state.to_act,
    )
    assert (scene["round"], scene["starter"], scene["turns"]) == (
        state.round + 1,
        state.starter,
        state.turns,
    )
    assert (scene["turns"], scene["occurrences"]) == (state.turns, state.occurrences)
    assert scene["ranking"] == state.ranking()
    for seat, nails in enumerate(state.nails):
        assert {nail["square"] for nail in scene["nails"] if nail["seat"] == seat} == holes(nails)
    squares = [nail["square"] for nail in scene["nails"]]
    assert squares == sorted(squares, key=SQUARES.index)
    for seat, (room, held) in enumerate(zip(scene["rooms"], state.rooms, strict=True)):
        assert (room["seat"], room["colour"]) == (seat, state.setup.colours[seat])
        assert room["nails_left"] == 7 - len(holes(state.nails[seat]))
        assert len(room["won"]) == room["score"] == state.scores()[seat]
        assert (room["dealt"], room["stood"]) == (held.card != NONE, held.rotation != NONE)
        assert room["plays"] == (seat in state.playing)
        shown = state.phase == "play" and room["plays"]
        assert room["edge"] == (seen(DEFAULT_DECK[held.card], held.rotation) if shown else None)


@given(states)
def test_bag_holds_the_cards_of_all_rounds_to_come(state):
    scene = scene_of(state, 0)
    out = len(scene["void"]) + sum(room["score"] for room in scene["rooms"])
    held = sum(room["dealt"] for room in scene["rooms"])
    if scene["deciding"]:
        assert scene["bag"] + held == sum(room["score"] for room in scene["rooms"])
    else:
        assert scene["bag"] + held + out == 6 * scene["players"]


@given(st.one_of(states, near_fits()))
def test_what_is_offered_makes_up_the_legal_moves(state):
    for seat in range(state.setup.players):
        own = scene_of(state, seat)["own"]
        early = seat != state.to_act  # a choice that waits for its turn
        offered = [] if early else [stand["move"] for stand in own["stands"]]
        offered += own["free"] if own["can_put"] else ()
        offered += [source + target for source in own["movable"] for target in own["free"]]
        offered += [lay["move"] for lay in own["lays"]]
        assert offered == (legal(state) if seat == state.to_act else [])


@given(near_fits())
def test_lays_tell_the_first_place_that_fits(state):
    own = scene_of(state, 0)["own"]
    nails = {hole_of(nail["square"]) for nail in scene_of(state)["nails"]}
    for lay in own["lays"]:
        changed = [hole_of(lay["move"][at : at + 2]) for at in range(0, len(lay["move"]) - 1, 2)]
        after = nails.symmetric_difference(changed)
        assert (lay["square"], lay["rotation"]) == first_place(own["card"]["printed"], after)


def first_place(printed, nails):
    """Search row by row, and there from rotation 0 on."""
    for y, x in product(range(5), repeat=2):
        under = nails & moved(set(product(range(3), repeat=2)), x, y)
        for rotation, shape in enumerate(orientations(printed)):
            if under == moved(shape, x, y):
                return name((x, y)), rotation
    return None


@given(st.one_of(states, near_fits()))
def test_marks_compare_holes_and_nails(state):
    nails = {hole_of(nail["square"]) for nail in scene_of(state)["nails"]}
    for seat in range(state.setup.players):
        own = scene_of(state, seat)["own"]
        if state.phase != "play" or own["card"] is None:
            assert own["fits"] == ()
            continue
        assert [len(fit["marks"]) for fit in own["fits"]] == [25] * 4
        for fit in own["fits"]:
            for square, marks in fit["marks"].items():
                check_fit(
                    square, marks, orientations(own["card"]["printed"])[fit["rotation"]], nails
                )


def check_fit(square, found, shape, nails):
    left, top = hole_of(square)
    marks = {(True, True): "t", (True, False): "p", (False, True): "x", (False, False): "."}
    expected = [
        marks[(x, y) in shape, (left + x, top + y) in nails] for y, x in product(range(3), repeat=2)
    ]
    assert found == "".join(expected)


def test_no_place_is_told_for_a_card_that_fits_nowhere():
    with pytest.raises(ValueError, match=r"oo\.\.o\.\.\.o fits nowhere"):
        resting_place("oo..o...o", 0)
