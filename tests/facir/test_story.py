"""The stories of Façir tell each seat what it may know of an action, and nothing else."""

from dataclasses import replace
from random import Random

import msgspec
import pytest
from hypothesis import given

from jemaa import CHANCE, SPECTATOR
from jemaa.games.facir.cards import DEFAULT_DECK
from jemaa.games.facir.story import Dealt, LaidFakir, Played, Shown, Stood
from tests.facir.naive import hole_of, seen
from tests.facir.table import GAME, action, bed, choices, play, start, walk
from tests.facir.test_laws import seeds, setups, states
from tests.facir.test_scene import first_place, near_fits, scene_of, seats_of, standing


def story_of(state, text, seat=SPECTATOR, **options):
    taken = action(state, text)
    return GAME.story(state, taken, state.after(taken), seat, **options)


# By example.


def test_only_who_draws_a_card_is_told_which():
    assert story_of(start(), "4", 0) == Dealt("deal", 0, "oo..o...o")
    assert story_of(start(), "4", 1) == Dealt("deal", 0, None)
    assert story_of(start(), "4") == Dealt("deal", 0, None)
    assert story_of(start(), "4", 1, revealed=True) == Dealt("deal", 0, "oo..o...o")


@pytest.mark.clause("F-21", "F-22")
def test_last_stand_shows_all_edges():
    state = start("4", "1")
    assert story_of(state, "^0", 0) == Stood("stand", 0, 0, None)
    assert story_of(state, "^0", 1) == Stood("stand", 0, None, None)
    edges = {0: ".oo", 1: "o.."}
    assert story_of(play(state, "^0"), "^1", 0) == Stood("stand", 1, None, edges)
    assert story_of(play(state, "^0"), "^1", 1) == Stood("stand", 1, 1, edges)
    assert story_of(play(state, "^0"), "^1", revealed=True) == Stood("stand", 1, 1, edges)


def test_nail_actions_are_told():
    state = bed("b2 c3", "c2 d4", cards=("4^0", "1^1"), round=3, won="5+6,7+8/-")
    rest = (None, False, 3, False, (), state.turns + 1, (), None)
    assert story_of(state, "a1") == Played("play", 0, None, "a1", *rest)
    assert story_of(state, "b2a1") == Played("play", 0, "b2", "a1", *rest)


@pytest.mark.clause("F-32")
def test_laying_shows_the_cards_of_the_round():
    state = bed("b2 c3", "c2 d4", cards=("4^0", "1^1"))
    shown = (Shown(0, "oo..o...o"), Shown(1, "ooo....o."))
    laid = LaidFakir("oo..o...o", 0, "b2")
    nails = standing(("b2", 0), ("c2", 1), ("c3", 0), ("d4", 1))
    end = (laid, False, 1, False, shown, state.turns + 1, nails, None)
    assert story_of(state, "!", 1) == Played("play", 0, None, None, *end)
    assert story_of(state, "a7!", 1).target == "a7"
    moved = story_of(bed("b2 a7", "c2 d4", cards=("4^0", "1^1")), "a7c3!", 1)
    assert (moved.source, moved.target, moved.laid) == ("a7", "c3", laid)
    assert moved.nails == nails


@pytest.mark.clause("F-42")
def test_void_round_shows_its_cards():
    story = story_of(start("4", "1", "^0", "^0", "a1", turn_cap=2), "b1")
    assert (story.void, story.laid) == (True, None)
    assert story.shown == (Shown(0, "oo..o...o"), Shown(1, "ooo....o."))


@pytest.mark.clause("F-42")
def test_void_round_tells_why():
    moves = ("4", "1", "^0", "^0", "a1", "b1", "a1c1", "b1d1", "c1a1")
    assert story_of(start(*moves, repetitions=2), "d1b1").void_by == "repetitions"
    assert story_of(start(*moves, turn_cap=6), "d1b1").void_by == "turns"
    assert story_of(start(*moves, repetitions=2, turn_cap=6), "d1b1").void_by == "turns"
    assert story_of(start(*moves), "d1b1").void_by is None


@pytest.mark.clause("F-41")
def test_deciding_round_is_told_as_such():
    won = "1+2+3,-,4+5+6/7+8+9+10+11+12+13+14+15+16+17+18"
    state = GAME.parse(f"facir players=3,turn-cap=4 7/7/7/7/7/7/7 -,x,- {won} 7:deal:0 -")
    state = play(state, "5", "1", "^0")
    assert set(story_of(state, "^0").edges) == {0, 2}
    story = story_of(play(state, "^0", "d4", "d7", "g1"), "a1")
    assert (story.round, story.deciding, story.void) == (7, True, True)
    assert story.shown == (Shown(0, DEFAULT_DECK[4]), Shown(2, DEFAULT_DECK[0]))


def test_story_of_another_game_is_refused():
    with pytest.raises(TypeError, match="no action of Façir"):
        GAME.story(start(), object(), start(), 0)


# Secrets.


@given(states)
def test_deals_and_stands_of_others_are_secret(state):
    possible = choices(state)
    for taken in Random(str(state)).sample(possible, min(3, len(possible))):
        for seat in seats_of(state):
            hidden = state.phase in ("deal", "stand") and seat != state.seat
            assert GAME.is_secret(state, taken, seat) == hidden


@given(states)
def test_other_seats_are_told_the_same_whatever_is_dealt_or_chosen(state):
    if state.phase == "play":
        return
    for seat in seats_of(state):
        stories = [tell(state, taken, seat) for taken in choices(state)]
        if state.phase == "stand":  # the last one to stand lets his edge be seen
            stories = [replace(story, edges=None) for story in stories]
        told = {msgspec.json.encode(story) for story in stories}
        assert len(told) == (len(stories) if seat == state.seat else 1)


@given(states, seeds)
def test_story_does_not_depend_on_what_is_hidden(state, seed):
    rng = Random(seed)
    for seat in seats_of(state):
        guess = GAME.resample(state.view(seat), rng)
        both = [choice for choice in choices(state) if choice in choices(guess)]
        if not both:  # the last card of the bag is another one in the guess
            continue
        taken = rng.choice(both)
        told, guessed = tell(state, taken, seat), tell(guess, taken, seat)
        if state.phase == "play" and told.shown:  # the round is over and its cards are seen
            told, guessed = (replace(story, shown=(), laid=None) for story in (told, guessed))
        if state.phase == "stand" and told.edges:
            assert told.edges.get(seat) == guessed.edges.get(seat)
            told, guessed = (replace(story, edges=None) for story in (told, guessed))
        assert msgspec.json.encode(told) == msgspec.json.encode(guessed)


def tell(state, taken, seat):
    return GAME.story(state, taken, state.after(taken), seat)


@given(setups(), seeds)
def test_edges_told_are_those_of_the_cards(setup, seed):
    for state, taken in walk(GAME.start(setup), Random(seed)):
        if state.phase != "stand":
            continue
        after = state.after(taken)
        edges = GAME.story(state, taken, after, SPECTATOR).edges
        expected = (
            {
                seat: seen(DEFAULT_DECK[after.rooms[seat].card], after.rooms[seat].rotation)
                for seat in after.playing
            }
            if after.phase == "play"
            else None
        )
        assert edges == expected


# Laws.


@given(setups(), seeds)
def test_stories_alone_lead_from_scene_to_scene(setup, seed):
    nails, cards = {}, {}
    for state, taken in walk(GAME.start(setup), Random(seed)):
        if taken is None:
            break
        after = state.after(taken)
        story = GAME.story(state, taken, after, SPECTATOR)
        assert story.seat == state.seat
        if isinstance(story, Dealt):
            cards[story.seat] = GAME.story(state, taken, after, story.seat).card
        if isinstance(story, Played):
            nails.pop(story.source, None)
            if story.target:
                nails[story.target] = story.seat
            if story.void or story.laid:
                assert {shown.seat: shown.card for shown in story.shown} == cards
                nails, cards = {}, {}
            else:
                assert story.shown == ()
        assert {nail["square"]: nail["seat"] for nail in scene_of(after)["nails"]} == nails


@given(near_fits())
def test_laying_tells_the_first_place_that_fits(state):
    nails = {hole_of(nail["square"]) for nail in scene_of(state)["nails"]}
    for taken in [move for move in state.legal() if move.text.endswith("!")]:
        for seat in seats_of(state):
            story = tell(state, taken, seat)
            touched = [hole_of(hole) for hole in (story.source, story.target) if hole]
            place = first_place(story.laid.card, nails.symmetric_difference(touched))
            assert (story.laid.square, story.laid.rotation) == place
            assert story.laid.card == story.shown[0].card


@given(states)
def test_story_is_read_back_from_json(state):
    possible = choices(state)
    for taken in Random(str(state)).sample(possible, min(3, len(possible))):
        for seat in seats_of(state):
            story = tell(state, taken, seat)
            assert story.kind == (taken.kind if state.to_act == CHANCE else state.phase)
            assert msgspec.json.decode(msgspec.json.encode(story), type=type(story)) == story
