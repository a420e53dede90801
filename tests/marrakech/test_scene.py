"""The scene of Marrakech tells what the rules would do, so that a page needs no rules."""

from itertools import pairwise
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import jemaa
from jemaa import CHANCE, SPECTATOR
from jemaa.core.errors import InvalidNotationError
from jemaa.games.marrakech.scene import LaidRug, MarrakechScene, Payment, Place, Stall, Step
from tests.marrakech.naive import LOOPS, TURNS, name, neighbours, square, step
from tests.marrakech.table import GAME, SQUARES, action, assam, legal, play, position, walk
from tests.marrakech.test_laws import seeds, setups


def scene_of(state):
    """Return the scene of a position without a history."""
    return GAME.scene([state], [], SPECTATOR)


def history(setup, seed, share):
    """Play a random game up to somewhere: its states and its actions."""
    pairs = list(walk(GAME.start(setup), Random(seed)))
    states = [state for state, _ in pairs]
    actions = [taken for _, taken in pairs[:-1]]
    count = round(share * len(actions))
    return states[: count + 1], actions[:count]


histories = st.builds(history, setups(), seeds, st.floats(0, 1))


# By example.


def test_scene_of_the_beginning():
    scene = scene_of(GAME.new(players=4))
    assert (scene["game"], scene["players"], scene["phase"]) == ("marrakech", 4, "turn")
    assert (scene["seat"], scene["to_act"], scene["square"], scene["heading"]) == (0, 0, "d4", "S")
    assert (scene["rotate"], scene["insolvent"]) == ("before", "out")
    assert (scene["drawn"], scene["colour"]) == (None, "r")
    assert (scene["rugs"], scene["tops"], scene["places"]) == ((), {}, ())
    assert scene["stalls"][1] == Stall(
        seat=1, colours="y", cash=30, ones=5, fives=5, rugs={"y": 12}, squares=0, score=30, fallen=0
    )
    assert [(way["move"], way["heading"]) for way in scene["directions"]] == [
        ("L", "E"),
        ("S", "S"),
        ("R", "W"),
    ]
    assert scene["directions"][1]["landings"][1]["path"] == (
        Step(square="d5", heading="S", loop=None),
        Step(square="d6", heading="S", loop=None),
    )
    assert scene["ranking"] == ((0, 1, 2, 3),)


@pytest.mark.clause("M-30", "M-33")
def test_landing_tells_who_pays_what_for_which_squares():
    state = position("7/7/7/7/3yEy2/3yEy2/7", purses="3,57,30,30")
    ways = scene_of(state)["directions"][1]
    area = ("d5", "e5", "d6", "e6")
    assert [landing["payment"] for landing in ways["landings"]] == [
        Payment(payer=0, to=1, due=4, paid=3, area=area),
        Payment(payer=0, to=1, due=4, paid=3, area=area),
        None,
        None,
    ]
    assert [landing["out"] for landing in ways["landings"]] == [True, True, False, False]
    assert ways["expected"] == 1.5  # 3 dirhams on three of the six faces


def test_nobody_goes_out_where_the_insolvent_stay():
    board, setup = "7/7/7/7/3yEy2/7/7", "insolvent=stays"
    ways = scene_of(position(board, purses="1,59,30,30", setup=setup))["directions"][1]
    assert ways["landings"][0]["payment"] == Payment(
        payer=0, to=1, due=2, paid=1, area=("d5", "e5")
    )
    assert not ways["landings"][0]["out"]


@pytest.mark.clause("V-1")
def test_next_seat_pays_where_assam_is_turned_after_laying():
    board = "7/7/7/7/3yEy2/7/7"
    state = position(board, "d4E", "0:turn", setup="rotate=after", rugs="r5,y6,b6,n6")
    right = scene_of(state)["directions"][2]
    assert (right["move"], right["heading"]) == ("R", "S")
    assert right["landings"][0]["payment"] is None  # seat 1 rolls next, and the rug is its own
    state = position("7/7/7/7/3rEr2/7/7", "d4E", "0:turn", setup="rotate=after", rugs="r5,y6,b6,n6")
    assert scene_of(state)["directions"][2]["landings"][0]["payment"] == Payment(
        payer=1, to=0, due=2, paid=2, area=("d5", "e5")
    )
    assert scene_of(state)["colour"] is None  # it lies already


@pytest.mark.clause("V-1")
def test_one_direction_is_told_before_a_roll():
    scene = scene_of(GAME.new(players=3, rotate="after"))
    assert (scene["phase"], scene["to_act"]) == ("roll", CHANCE)
    assert [(way["move"], way["heading"], len(way["landings"])) for way in scene["directions"]] == [
        ("", "S", 4)
    ]


@pytest.mark.clause("M-13")
def test_drawn_rug_is_told_to_two_players():
    state = GAME.new(players=2)
    assert (scene_of(state)["drawn"], scene_of(state)["colour"]) == (None, None)
    assert scene_of(state)["directions"] == ()
    scene = scene_of(play(state, "y"))
    assert (scene["drawn"], scene["colour"]) == ("y", "y")
    assert scene["stalls"][0]["rugs"] == {"r": 12, "y": 12}


@pytest.mark.clause("M-43")
def test_forbidden_place_has_its_reason():
    state = position("7/7/3rbEb1/3rEr2/3y3/7/7", "c4W", "0:lay", rugs="r10,y10,b10,n10")
    places = {place["move"]: place for place in scene_of(state)["places"]}
    assert places["d4e4"] == Place(
        move="d4e4", squares=("d4", "e4"), reason="covers-whole-rug", clause="M-43"
    )
    assert places["d3d4"] == Place(move="d3d4", squares=("d3", "d4"), reason=None, clause=None)


def test_rugs_of_a_position_without_history_are_found():
    state = position("7/7/3rbEb1/3rEr2/3y3/7/7", "c4W", "0:lay", rugs="r10,y10,b10,n10")
    assert scene_of(state)["rugs"] == (
        LaidRug(colour="r", squares=("d3", "d3")),
        LaidRug(colour="y", squares=("d5", "d5")),
        LaidRug(colour="r", squares=("d4", "e4")),
        LaidRug(colour="b", squares=("e3", "f3")),
    )


def test_scene_for_a_seat_that_is_not_there_is_refused():
    with pytest.raises(InvalidNotationError, match="no seat 4"):
        GAME.scene([GAME.new(players=4)], [], 4)


# Steps.


def test_paths_follow_the_written_loops():
    for pose in [square_ + heading for square_ in SQUARES for heading in "NESW"]:
        for way in scene_of(position(assam=pose))["directions"]:
            heading = TURNS[way["move"]][pose[2]]
            assert way["heading"] == heading
            for landing in way["landings"]:
                check_path(pose[:2] + heading, landing)


def check_path(pose, landing):
    assert len(landing["path"]) == landing["slippers"]
    for taken in landing["path"]:
        place, heading = step(square(pose), pose[2])
        assert taken == Step(
            square=name(place), heading=heading, loop=pose if pose in LOOPS else None
        )
        pose = name(place) + heading


# Laws.


@given(histories)
def test_scene_is_read_back_from_json_and_the_same_for_everybody(history):
    scene = GAME.scene(*history, SPECTATOR)
    assert msgspec.json.decode(msgspec.json.encode(scene), type=MarrakechScene) == scene
    for seat in range(scene["players"]):
        assert GAME.scene(*history, seat, revealed=True) == scene


@given(histories)
def test_scene_tells_the_position(history):
    state, scene = history[0][-1], GAME.scene(*history, 0)
    assert (scene["phase"], scene["seat"], scene["to_act"]) == (
        state.phase,
        state.seat,
        state.to_act,
    )
    assert scene["square"] + scene["heading"] == assam(state)
    assert scene["ranking"] == state.ranking()
    assert scene["tops"] == tops_of(state)


def tops_of(state):
    """Read the colours of the squares from the text of a position."""
    letters = "".join("." * int(c) if c.isdigit() else c for c in str(state).split()[2])
    rows = letters.replace("E", "").replace("S", "").split("/")
    return {
        f"{column}{y}": letter
        for y, row in enumerate(rows, 1)
        for column, letter in zip("abcdefg", row, strict=True)
        if letter != "."
    }


@given(histories)
def test_rugs_in_order_give_what_is_on_top(history):
    scene = GAME.scene(*history, 0)
    assert covered_by(scene["rugs"]) == scene["tops"]
    assert len(scene["rugs"]) == sum(len(taken.text) == 4 for taken in history[1])


@given(histories, st.floats(0, 1))
def test_rugs_of_a_history_from_the_middle_give_what_is_on_top(history, share):
    states, actions = since(history, share)
    scene = GAME.scene(states, actions, 0)
    assert covered_by(scene["rugs"]) == scene["tops"]


def since(history, share):
    """Forget the beginning of a history."""
    first = round(share * len(history[1]))
    return history[0][first:], history[1][first:]


def covered_by(rugs):
    tops = {}
    for rug in rugs:
        tops.update(dict.fromkeys(rug["squares"], rug["colour"]))
    return tops


@given(histories)
def test_stalls_hold_all_money_and_their_squares(history):
    state, scene = history[0][-1], GAME.scene(*history, 0)
    assert sum(stall["cash"] for stall in scene["stalls"]) == 30 * scene["players"]
    assert sum(stall["fives"] for stall in scene["stalls"]) <= 5 * scene["players"]
    laid = [rug["colour"] for rug in scene["rugs"]]
    for seat, stall in enumerate(scene["stalls"]):
        assert (stall["seat"], stall["colours"]) == (seat, state.setup.colours[seat])
        assert stall["cash"] == stall["ones"] + 5 * stall["fives"] == state.cash[seat]
        assert stall["squares"] == sum(
            letter in stall["colours"] for letter in scene["tops"].values()
        )
        assert stall["score"] == stall["squares"] + stall["cash"] == state.scores()[seat]
        assert stall["fallen"] == state.fallen[seat]
        stock = 15 if scene["players"] == 3 else 12
        assert stall["rugs"] == {letter: stock - laid.count(letter) for letter in stall["colours"]}


@given(histories)
def test_landings_are_what_the_rules_do(history):
    state, scene = history[0][-1], GAME.scene(*history, 0)
    assert bool(scene["directions"]) == (state.phase in ("turn", "roll"))
    assert [way["move"] for way in scene["directions"] if way["move"]] == (
        legal(state) if state.phase == "turn" else []
    )
    for way in scene["directions"]:
        aimed = play(state, way["move"]) if way["move"] else state
        if aimed.phase == "draw":  # which rug is drawn changes no payment
            aimed = aimed.after(aimed.outcomes()[0][0])
        assert assam(aimed)[2] == way["heading"]
        assert sum(landing["weight"] for landing in way["landings"]) == 6
        check_landings(aimed, way, scene["tops"])


def check_landings(aimed, way, tops):
    weights = [(outcome.text, weight) for outcome, weight in aimed.outcomes()]
    assert [(str(landing["slippers"]), landing["weight"]) for landing in way["landings"]] == weights
    total = 0
    for landing in way["landings"]:
        rolled = play(aimed, str(landing["slippers"]))
        assert landing["path"][-1]["square"] + landing["path"][-1]["heading"] == assam(rolled)
        assert landing["out"] == (rolled.fallen != aimed.fallen)
        changes = [new - old for old, new in zip(aimed.cash, rolled.cash, strict=True)]
        assert changes == payment_changes(landing["payment"], len(changes))
        total += landing["weight"] * (landing["payment"]["paid"] if landing["payment"] else 0)
        if landing["payment"]:
            assert landing["payment"]["payer"] == aimed.seat
            check_area(landing["payment"], landing["path"][-1]["square"], tops)
    assert way["expected"] == pytest.approx(total / 6, abs=0.005)


def payment_changes(payment, players):
    changes = [0] * players
    if payment:
        assert payment["payer"] != payment["to"]
        changes[payment["payer"]] -= payment["paid"]
        changes[payment["to"]] += payment["paid"]
    return changes


def check_area(payment, landed, tops):
    """Grow the area anew from where Assam has landed (M-30)."""
    area = {landed}
    while True:
        beside = {name(near) for place in area for near in neighbours(square(place))}
        grown = area | {near for near in beside if tops.get(near) == tops[landed]}
        if grown == area:
            break
        area = grown
    assert payment["area"] == tuple(sorted(area, key=SQUARES.index))
    assert payment["due"] == len(area)


@given(histories)
def test_places_without_reason_are_the_legal_ones(history):
    state, scene = history[0][-1], GAME.scene(*history, 0)
    if state.phase != "lay":
        assert scene["places"] == ()
        return
    assert [place["move"] for place in scene["places"] if place["reason"] is None] == legal(state)
    assert {place["squares"] for place in scene["places"]} == pairs_beside(scene["square"])
    for place in scene["places"]:
        assert place["move"] == "".join(place["squares"])
        assert (place["reason"], place["clause"]) == refused(state, place["move"])


def pairs_beside(assam):
    """Return all pairs of squares for a rug that is beside Assam and not under him (M-40)."""
    beside = {name(near) for near in neighbours(square(assam))}
    pairs = {(first, name(n)) for first in SQUARES for n in neighbours(square(first))}
    return {
        (first, second)
        for first, second in pairs
        if SQUARES.index(first) < SQUARES.index(second)
        and assam not in (first, second)
        and beside & {first, second}
    }


def refused(state, text):
    try:
        state.after(action(state, text))
    except jemaa.IllegalMoveError as error:
        return error.reason, error.clause
    return None, None


@given(histories)
def test_colour_is_that_of_the_rug_that_is_laid_next(history):
    states, actions = history
    counts = range(len(states))
    scenes = [GAME.scene(states[: count + 1], actions[:count], 0) for count in counts]
    for before, after in pairwise(scenes):
        if len(after["rugs"]) > len(before["rugs"]):
            assert after["rugs"][-1]["colour"] == before["colour"]
