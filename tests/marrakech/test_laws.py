"""Laws that hold in every game of Marrakech, whatever is played."""

import copy
import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import jemaa
from jemaa import SPECTATOR, Match, Record
from jemaa.core.chance import SeededChance
from jemaa.core.errors import JemaaError
from jemaa.core.playout import playout, playouts
from tests.marrakech.naive import LOOPS, Naive, name, step
from tests.marrakech.table import GAME, SQUARES, action, assam, outcomes, play, position, walk

seeds = st.integers(0, 2**32 - 1)


@st.composite
def setups(draw):
    players = draw(st.sampled_from([2, 3, 4]))
    letters = "".join(draw(st.permutations("rybn")))
    colours = (letters[:2], letters[2:]) if players == 2 else tuple(letters[:players])
    return GAME.setup(
        players=players,
        first=draw(st.integers(0, players - 1)),
        colours=colours,
        rotate=draw(st.sampled_from(["before", "after"])),
        insolvent=draw(st.sampled_from(["out", "stays"])),
        facing=draw(st.sampled_from("NESW")),
    )


def games():
    """Return random games as lists of (state, action taken there); the last action is None."""
    return st.builds(
        lambda setup, seed: list(walk(GAME.start(setup), Random(seed))), setups(), seeds
    )


def positions():
    """Return positions from the middle of random games."""
    return st.builds(lambda game, at: game[at % len(game)][0], games(), seeds)


# Conservation.


@given(games())
def test_money_is_conserved_and_never_negative(game):
    for state, _ in game:
        assert sum(state.cash) == 30 * state.setup.players
        assert min(state.cash) >= 0


@given(games())
def test_rugs_are_left_or_laid(game):
    laid = [0, 0, 0, 0]
    stock = 15 if game[0][0].setup.players == 3 else 12
    used = "".join(game[0][0].setup.colours)
    for state, taken in game:
        for colour, letter in enumerate("rybn"):
            whole = stock if letter in used else 0
            assert state.rugs_left[colour] + laid[colour] == whole
        if state.phase == "lay":
            laid[state.colour] += 1
            assert len(taken.text) == 4


@given(games())
def test_squares_show_one_colour_and_links_join_halves_of_one_colour(game):
    for state, _ in game:
        union = 0
        for board in state.boards:
            assert union & board == 0
            union |= board
        east, south = state.links
        assert east & south == 0
        for board in state.boards:
            assert (east & board) << 1 & ~board == 0
            assert (south & board) << 8 & ~board == 0


@given(games())
def test_whole_rug_is_never_covered_at_once(game):
    for state, taken in game:
        if state.phase == "lay":
            first, second = taken.cells
            assert not state.links[0 if second == first + 1 else 1] >> first & 1


@given(games())
def test_two_rugs_are_always_legal(game):
    assert all(2 <= len(state.legal()) <= 12 for state, _ in game if state.phase == "lay")


@given(games())
def test_game_ends_in_time_with_one_win_shared(game):
    assert len(game) - 1 <= GAME.most_steps
    final = game[-1][0]
    assert sum(final.returns()) == pytest.approx(1)
    assert {seat for place in final.ranking() for seat in place} == set(range(final.setup.players))


# The loops.


def poses():
    return [square + heading for square in SQUARES for heading in "NESW"]


def step_text(pose):
    """Take one step with the real rules."""
    return assam(play(position(assam=pose), "S", "1"))


def turn_round(pose):
    return pose[:2] + {"N": "S", "S": "N", "E": "W", "W": "E"}[pose[2]]


def test_every_pose_has_exactly_one_predecessor():
    assert sorted(map(step_text, poses())) == sorted(poses())


def test_walk_back_leads_where_assam_came_from():
    for pose in poses():
        assert turn_round(step_text(turn_round(step_text(pose)))) == pose


def test_steps_equal_the_written_loops():
    for pose in poses():
        place, heading = step(("abcdefg".index(pose[0]), int(pose[1]) - 1), pose[2])
        assert step_text(pose) == name(place) + heading
        if pose in LOOPS:
            assert step_text(pose) == LOOPS[pose]


# The same game told in another way.


def same(state, naive):
    """Compare everything that both models tell."""
    tops = {
        square: letter
        for letter, board in zip("rybn", state.boards, strict=True)
        for square in SQUARES
        if board >> 8 * (int(square[1]) - 1) + "abcdefg".index(square[0]) & 1
    }
    assert tops == naive.tops()
    assert whole_rugs(state) == naive.whole_rugs()
    assert state.cash == tuple(naive.cash)
    assert [
        seat for _, seat in sorted((n, s) for s, n in enumerate(state.fallen) if n)
    ] == naive.out
    assert {c: state.rugs_left["rybn".index(c)] for c in naive.left} == naive.left
    assert assam(state) == name(naive.place) + naive.heading
    assert state.phase == naive.phase
    assert state.scores() == naive.scores()
    if not state.is_over:
        assert state.seat == naive.seat
        colour = None if state.colour is None else "rybn"[state.colour]
        assert colour == naive.colour
    options = outcomes(state) or dict.fromkeys((move.text for move in state.legal()), 0)
    assert options == naive.options()


def whole_rugs(state):
    east, south = state.links
    found = set()
    for index, square in enumerate(SQUARES):
        cell = 8 * (index // 7) + index % 7
        if east >> cell & 1:
            found.add(square + SQUARES[index + 1])
        if south >> cell & 1:
            found.add(square + SQUARES[index + 7])
    return found


@given(setups(), seeds)
def test_links_tell_the_same_game_as_numbered_rugs(setup, seed):
    naive = Naive(setup)
    for state, taken in walk(GAME.start(setup), Random(seed)):
        same(state, naive)
        if taken is not None:
            naive.play(taken.text)


@given(setups(), seeds)
def test_payment_equals_a_count_by_recursion(setup, seed):
    naive = Naive(setup)
    paid = 0
    for state, taken in walk(GAME.start(setup), Random(seed)):
        if state.phase == "roll":
            there = naive.copy()
            for _ in range(int(taken.text)):
                there.place, there.heading = step(there.place, there.heading)
            due = there.due()
            cell = 8 * there.place[1] + there.place[0]
            assert state.tribute(cell) == due
            if there.place in there.top:
                assert state.area(cell).bit_count() == there.area(there.place)
            after = state.after(taken)
            paid = min(due, state.cash[state.seat])
            assert after.cash[state.seat] == state.cash[state.seat] - paid
        if taken is not None:
            naive.play(taken.text)


# Random games by the unchecked API.

MASK = 2**64 - 1


def splitmix(seed):
    """Return the numbers of splitmix64, written anew from its definition."""
    while True:
        seed = seed + 0x9E3779B97F4A7C15 & MASK
        z = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        yield z ^ z >> 31


def slow_playout(state, seed):
    """Play a random game with objects, choosing as the unchecked API promises to."""
    steps = 0
    for number in splitmix(seed):
        if state.is_over:
            return state, steps
        pairs = state.outcomes() or [(move, 1) for move in state.legal()]
        row = [each for each, weight in pairs for _ in range(weight)]
        state = state.after(row[(number >> 32) * len(row) >> 32])
        steps += 1


@given(positions(), st.integers(0, MASK))
def test_fast_random_game_equals_the_slow_one(state, seed):
    text = str(state)
    fast = playout(state, seed)
    assert (fast.final, fast.steps) == slow_playout(state, seed)
    assert str(state) == text


@given(setups(), st.integers(0, MASK), st.integers(0, 3))
def test_many_games_take_the_steps_of_one_after_another(setup, seed, games):
    state, steps = GAME.start(setup), 0
    for _ in range(games):
        steps += playout(state, seed + 0x9E3779B97F4A7C15 * steps).steps
    assert playouts(state, games, seed) == steps


FINAL_SCORES = """
27 49 23 62   49 55 39 21   31 36 54 42   45 29 56 32   63 36 35 32
25 49 55 33   47 40 41 37   37 36 47 44   15 36 56 55   29 41 44 39
51 35 40 38   57 36 27 42   58 50 21 32   42 25 60 33   48 37 43 33
31 43 44 46   71 38 37 13   47 27 43 41   50 35 47 33   47 47 28 40
"""
"""Twenty random games from seed 1, as an independent program in C plays and scores them."""


def test_random_games_equal_those_of_an_independent_program():
    start = GAME.new(players=4, insolvent="stays")
    scores, steps = [], 0
    for _ in range(20):
        done = playout(start, 1 + 0x9E3779B97F4A7C15 * steps)
        steps += done.steps
        scores += done.final.scores()
    assert scores == [int(word) for word in FINAL_SCORES.split()]
    assert steps == 20 * 48 * 3


# Values.


@given(games())
def test_old_states_never_change(game):
    kept = [(state, hash(state), str(state), state.legal(), state.outcomes()) for state, _ in game]
    for state, *_ in kept[:-1]:
        for each in state.legal() or [outcome for outcome, _ in state.outcomes()]:
            state.after(each)
        playout(state, 1)
        state.view(0)
    now = [(state, hash(state), str(state), state.legal(), state.outcomes()) for state, *_ in kept]
    assert now == kept


@given(games())
def test_positions_of_a_game_differ_and_are_equal_to_themselves(game):
    states = [state for state, _ in game]
    assert len(set(states)) == len(states)
    for state in states:
        assert state == GAME.parse(str(state))
        assert hash(state) == hash(GAME.parse(str(state)))
        assert state != str(state)


@given(positions(), positions())
def test_states_are_equal_just_when_their_texts_are(one, other):
    assert (one == other) == (str(one) == str(other))


@given(positions())
def test_copy_and_pickle_give_the_same_value(state):
    assert copy.copy(state) is state
    assert copy.deepcopy(state) is state
    assert pickle.loads(pickle.dumps(state)) == state
    view = state.view(0)
    assert pickle.loads(pickle.dumps(view)) == view
    moves = [*state.legal(), *(outcome for outcome, _ in state.outcomes())]
    assert all(a is b for a, b in zip(pickle.loads(pickle.dumps(moves)), moves, strict=True))
    assert all(copy.deepcopy(move) is move and copy.copy(move) is move for move in moves)


@given(positions())
def test_position_text_reads_back(state):
    text = str(state)
    assert str(GAME.parse(text)) == text
    assert jemaa.parse(text) == state
    assert GAME.parse(text.replace(" ", "_")) == state
    assert eval(repr(state), {"jemaa": jemaa}) == state


@given(positions())
def test_view_text_reads_back(state):
    for seat in [SPECTATOR, *range(state.setup.players)]:
        view = state.view(seat)
        assert jemaa.parse_view(str(view)) == view
        assert str(jemaa.parse_view(str(view))) == str(view)
        assert eval(repr(view), {"jemaa": jemaa}) == view
        assert GAME.resample(view, Random(1)).view(seat) == view
        assert (view.to_act, view.is_over, view.phase) == (state.to_act, state.is_over, state.phase)
        assert (view.scores(), view.ranking()) == (state.scores(), state.ranking())
        assert view.legal() == (state.legal() if seat == state.to_act else ())
        assert (view.game, view.setup) == (GAME, state.setup)


@given(setups(), seeds)
def test_record_reads_back_and_replays(setup, seed):
    match = Match(GAME, setup, SeededChance(seed), tags={"Event": "law"})
    rng = Random(seed)
    while not match.state.is_over:
        match.submit(match.state.to_act, rng.choice(match.state.legal()))
    text = str(match.record)
    assert str(Record.parse(text)) == text
    again = jemaa.open_record(text)
    assert again.states == match.states
    assert again.actions == match.actions
    assert str(again.record) == text


def test_ids_and_texts_of_moves_name_each_other():
    assert [GAME.move_by_id(id).id for id in range(87)] == list(range(87))
    assert len({move.text for move in GAME.moves}) == len(GAME.moves) == 87
    assert all(GAME.move(move.text) is move for move in GAME.moves)
    assert all(GAME.move(move.text[2:] + move.text[:2]) is move for move in list(GAME.moves)[3:])
    assert all(GAME.outcome(outcome.text) is outcome for outcome in GAME.outcomes)
    assert [outcome.text for outcome in GAME.outcomes] == list("1234rybn")
    assert all(eval(f"GAME.move({str(move)!r})") is move for move in GAME.moves)


# Whatever is given to a parser, only our own errors come out.

ODD = "rybnxESNW0123456789/,:@-_ d4¾²\u0661\n\t\x00é|*="


@st.composite
def damaged(draw, texts):
    """Return a text with a few letters put in, taken away or changed."""
    text = draw(texts)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        take = draw(st.integers(0, 2))
        text = text[:at] + draw(st.text(ODD, max_size=2)) + text[at + take :]
    return text


def reads_or_refuses(read, text):
    try:
        value = read(text)
    except JemaaError:
        return
    assert read(str(value)) == value


@given(st.text() | st.text(ODD) | damaged(positions().map(str)))
def test_position_parser_raises_only_our_errors(text):
    reads_or_refuses(GAME.parse, text)
    reads_or_refuses(jemaa.parse, text)
    reads_or_refuses(GAME.parse, "marrakech - " + text)


@given(st.text() | damaged(positions().map(lambda state: str(state.view(0)))))
def test_view_parser_raises_only_our_errors(text):
    reads_or_refuses(GAME.parse_view, text)
    reads_or_refuses(jemaa.parse_view, text)


@given(st.text(max_size=6) | damaged(st.sampled_from([move.text for move in GAME.moves])))
def test_move_parser_raises_only_our_errors(text):
    reads_or_refuses(GAME.move, text)
    reads_or_refuses(GAME.outcome, text)


@given(st.text() | damaged(setups().map(str)))
def test_setup_parser_raises_only_our_errors(text):
    reads_or_refuses(GAME.setup_type.parse, text)


@given(damaged(positions().map(str)))
def test_position_that_was_read_can_be_played_to_the_end(text):
    try:
        state = GAME.parse(text)
    except JemaaError:
        return
    rng = Random(1)
    for now, taken in walk(state, rng):
        assert sum(now.cash) == 30 * now.setup.players
        assert min(now.rugs_left) >= 0
        if taken is not None:
            assert action(now, taken.text) is taken
