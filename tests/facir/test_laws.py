"""Laws that hold in every game of Façir, whatever is played."""

import copy
import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import jemaa
from jemaa import SPECTATOR
from jemaa.core.errors import JemaaError
from jemaa.core.playout import playout
from jemaa.core.testing import check_game
from jemaa.games.facir.bed import deck_table
from jemaa.games.facir.board import NONE, UNKNOWN, Room
from jemaa.games.facir.cards import EDGES, turned
from jemaa.games.facir.rules import FacirState
from tests.facir.naive import Naive, fits, hole_of, name, seen
from tests.facir.table import GAME, SQUARES, bed, choices, holes, legal, walk

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15
seeds = st.integers(0, 2**32 - 1)


@st.composite
def setups(draw):
    players = draw(st.sampled_from([2, 3, 4]))
    return GAME.setup(
        players=players,
        first=draw(st.integers(0, players - 1)),
        colours="".join(draw(st.permutations("rybn")))[:players],
        repetitions=draw(st.sampled_from([3, 2, None])),
        turn_cap=draw(st.sampled_from([200, 15, 60, 3])),
    )


def advance(setup, seed):
    """Play a random number of steps of a random game: a state somewhere in it."""
    rng = Random(seed)
    state, steps = GAME.start(setup), rng.randrange(setup.players * 60)
    for _ in range(steps):
        following = state.after(rng.choice(choices(state)))
        if following.is_over:
            break
        state = following
    return state


states = st.builds(advance, setups(), seeds)


@given(setups(), seeds)
def test_moves_and_rounds_agree_with_the_naive_model(setup, seed):
    rng = Random(seed)
    naive = Naive(setup)
    for state, action in walk(GAME.start(setup), rng):
        assert state.phase == naive.phase
        if action is None:
            break
        assert state.seat == naive.seat
        if rng.random() < 0.05 or naive.phase != "play":
            assert [choice.text for choice in choices(state)] == naive.legal()
        naive.do(action.text)
    assert [{card + 1 for card in cards} for cards in state.won] == list(naive.won.values())
    assert state.decider == naive.decider


@given(states)
def test_cards_are_conserved(state):
    held = [room.card for room in state.rooms if room.card != NONE]
    out = [card for cards in (*state.won, state.void) for card in cards]
    assert len(out) == state.setup.players * min(state.round, 6)
    if state.round < 6:
        assert sorted([*held, *out, *state.bag]) == list(range(24))
    else:
        assert sorted([*held, *state.bag]) == sorted(card for won in state.won for card in won)


@given(states)
def test_nails_are_counted_and_never_share_a_hole(state):
    boards = [holes(nails) for nails in state.nails]
    assert all(len(board) <= 7 for board in boards)
    assert state.nails_left == tuple(7 - len(board) for board in boards)
    assert len(set().union(*boards)) == sum(map(len, boards))
    assert set().union(*boards) <= set(SQUARES)


holes_of_board = st.lists(st.sampled_from(SQUARES), min_size=2, max_size=14, unique=True)


@pytest.mark.clause("F-30")
@given(holes_of_board, st.integers(1, 24), st.integers(0, 3))
def test_laying_is_legal_exactly_where_a_naive_search_finds_a_place(nails, card, rotation):
    half = (len(nails) + 1) // 2
    own, others = nails[:half], nails[half:]
    cards = (f"{card}^{rotation}", f"{card % 24 + 1}^0")
    state = bed(" ".join(own), " ".join(others), cards=cards)
    pattern = state.setup.deck[card - 1]
    taken = {hole_of(hole) for hole in nails}
    free = [hole for hole in SQUARES if hole not in nails]
    expected = [f"{h}!" for h in free if len(own) < 7 and fits(pattern, taken | {hole_of(h)})]
    for source in sorted(own, key=SQUARES.index):
        rest = taken - {hole_of(source)}
        expected += [f"{source}{h}!" for h in free if fits(pattern, rest | {hole_of(h)})]
    expected += ["!"] if fits(pattern, taken) else []
    assert [text for text in legal(state) if text.endswith("!")] == expected
    assert state.fits() == fits(pattern, taken)


@given(states)
def test_listed_and_allowed_are_the_same(state):
    listed = set(choices(state))
    rng = Random(str(state))
    table = [*GAME.outcomes] if state.to_act == jemaa.CHANCE else [*GAME.moves]
    for action in [
        *rng.sample(table, min(len(table), 150)),
        *rng.sample(sorted(listed, key=str), 1),
    ]:
        try:
            state.after(action)
        except jemaa.IllegalMoveError:
            assert action not in listed
        else:
            assert action in listed


@given(states)
def test_texts_are_read_back(state):
    assert GAME.parse(str(state)) == state
    assert hash(GAME.parse(str(state))) == hash(state)
    assert pickle.loads(pickle.dumps(state)) == state == copy.deepcopy(state)
    for seat in (SPECTATOR, *range(state.setup.players)):
        view = state.view(seat)
        assert GAME.parse_view(str(view)) == view
        assert pickle.loads(pickle.dumps(view)) == view
        assert GAME.draw(view)


def changes_of_secrets(state, seat, rng):
    """Return the state with other cards and rotations for all but one seat, who sees no change."""
    rooms = list(state.rooms)
    free = set(state.bag)
    table = deck_table(state.setup.deck)
    for other, room in enumerate(rooms):
        if other == seat or room.card == NONE:
            continue
        swaps = [
            (card, rotation)
            for card in sorted(free)
            for rotation in range(4)
            if room.edge == NONE or table.edge(card, rotation) == room.edge
        ]
        if not swaps:
            continue
        card, rotation = rng.choice(swaps)
        free = free - {card} | {room.card}
        rooms[other] = Room(card, NONE if room.rotation == NONE else rotation, room.edge)
    return FacirState.of_parts(state.setup, state.parts._replace(rooms=tuple(rooms)))


@pytest.mark.clause("F-20", "F-22", "F-31")
@given(states, seeds)
def test_views_tell_nothing_of_the_secrets(state, seed):
    for seat in (SPECTATOR, *range(state.setup.players)):
        other = changes_of_secrets(state, seat, Random(seed))
        mine, theirs = state.view(seat), other.view(seat)
        assert mine == theirs
        assert str(mine) == str(theirs)
        assert hash(mine) == hash(theirs)
        assert mine.legal() == theirs.legal()
        assert GAME.draw(mine) == GAME.draw(theirs)
        for own, room in enumerate(mine.known.rooms):
            assert own == seat or {room.card, room.rotation} <= {NONE, UNKNOWN}


@given(states)
def test_view_of_the_mover_has_his_moves(state):
    for seat in range(state.setup.players):
        assert state.view(seat).legal() == (state.legal() if seat == state.to_act else ())


@given(states, seeds)
def test_resampled_states_fit_the_view(state, seed):
    rng = Random(seed)
    for seat in (SPECTATOR, *range(state.setup.players)):
        view = state.view(seat)
        guess = GAME.resample(view, rng)
        assert guess.view(seat) == view
        assert GAME.parse(str(guess)) == guess
        for room in guess.rooms:
            if room.edge != NONE:
                assert seen(state.setup.deck[room.card], room.rotation) == EDGES[room.edge]


def test_resampling_follows_the_exact_weights():
    """Two cards are hidden: each pair is as likely as there are rotations that show the edges."""
    first = "+".join(map(str, range(1, 16)))
    state = GAME.parse(f"facir players=3 7/7/7/7/7/7/7 16^0,17^0,20^1 {first},-,-/- 6:play:2:0 -")
    view = state.view(0)
    deck = state.setup.deck
    expected = {}
    for one in view.unseen:
        for two in view.unseen:
            ways = [
                sum(seen(deck[card], r) == view.edges[seat] for r in range(4))
                for seat, card in ((1, one), (2, two))
            ]
            if one != two and ways[0] * ways[1]:
                expected[one, two] = ways[0] * ways[1]
    rng = Random(5)
    draws = 4000
    found = dict.fromkeys(expected, 0)
    for _ in range(draws):
        rooms = GAME.resample(view, rng).rooms
        found[rooms[1].card, rooms[2].card] += 1
    total = sum(expected.values())
    for pair, weight in expected.items():
        mean = draws * weight / total
        assert abs(found[pair] - mean) < 5 * mean**0.5 + 1, pair


def turned_text(text):
    """Turn the board of a move clockwise by a quarter."""
    mark = "!" if text.endswith("!") else ""
    names = [text[at : at + 2] for at in range(0, len(text) - len(mark), 2)]
    turned_names = [name((6 - y, x)) for x, y in map(hole_of, names)]
    return "".join(turned_names) + mark


@given(states)
def test_board_can_be_turned(state):
    """The same nails and trail, turned by a quarter, allow the same turns, turned."""
    if state.phase != "play":
        return
    nails = [{turned_text(hole) for hole in holes(board)} for board in state.nails]
    boards = tuple(sum(1 << 8 * y + x for x, y in map(hole_of, board)) for board in nails)
    trail = tuple(
        tuple(8 * y + x for x, y in ((6 - (cell >> 3), cell & 7) for cell in shift))
        for shift in state.trail
    )
    parts = state.parts._replace(nails=boards, trail=trail)
    other = FacirState.of_parts(state.setup, parts)
    assert sorted(map(turned_text, legal(state))) == sorted(legal(other))
    assert other.occurrences == state.occurrences


def first_draw(seed):
    """Return the 32 bits of the first choice of a playout: splitmix64, the upper half."""
    z = (seed + GOLDEN) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return (z ^ (z >> 31)) >> 32


@given(states, seeds)
def test_playout_equals_a_walk_through_the_listed_choices(state, seed):
    """The unchecked API picks from the same lists, in the same order, as the objects give."""
    expected = playout(state, seed)
    steps = 0
    while not state.is_over:
        possible = choices(state)
        draw = first_draw(seed + steps * GOLDEN)
        state = state.after(possible[draw * len(possible) >> 32])
        steps += 1
    assert (state, steps) == (expected.final, expected.steps)


@given(states, seeds)
def test_old_states_never_change(state, seed):
    before = str(state), hash(state)
    playout(state, seed)
    if not state.is_over:
        state.after(choices(state)[0])
    assert (str(state), hash(state)) == before


@given(states, st.data())
def test_damaged_texts_raise_only_our_errors(state, data):
    text = str(data.draw(st.sampled_from([state, state.view(0), state.view(SPECTATOR)])))
    at = data.draw(st.integers(0, len(text)))
    piece = data.draw(st.text(alphabet="rybn0123456789/,+-^?x.:o !_@adghé²", max_size=3))
    damaged = text[:at] + piece + text[at + data.draw(st.integers(0, 3)) :]
    for read in (GAME.parse, GAME.parse_view):
        try:
            result = read(damaged)
        except JemaaError:
            continue
        assert read(str(result)) == result


@given(st.text(max_size=60))
def test_any_text_raises_only_our_errors(text):
    for read in (GAME.parse, GAME.parse_view, GAME.move, GAME.outcome, GAME.setup_type.parse):
        for given_text in (text, f"facir {text}", f"@0 facir {text}"):
            try:
                read(given_text)
            except JemaaError:
                pass


def test_custom_deck_changes_what_fits():
    deck = tuple(turned(card, 1) for card in reversed(GAME.setup().deck))
    state = GAME.new(players=2, deck=deck)
    assert GAME.parse(str(state)) == state
    final = playout(state, 3).final
    assert final.is_over
    assert state != GAME.new(players=2)


def test_game_keeps_the_laws_of_the_protocol():
    check_game(GAME, setups=[{"players": 2, "turn_cap": 12}], games=1)


@given(setups(), seeds)
def test_every_position_of_a_game_is_read(setup, seed):
    rng = Random(seed)
    state = GAME.start(setup)
    for _ in range(setup.players * 80):
        if state.is_over:
            break
        options = choices(state)
        # Who can lay does, so that rounds are won and the end comes within reach.
        state = state.after(rng.choice([o for o in options if "!" in o.text] or options))
        assert GAME.parse(str(state)) == state


def test_moves_with_an_unknown_card_lay_nothing():
    """The state inside the view of somebody else has no card to lay."""
    state = bed("a1 b1 c1 b3", "g7")
    known = state.view(1).known
    assert [move.text for move in known.legal()] == [t for t in legal(state) if "!" not in t]
    assert not known.fits()
    with pytest.raises(jemaa.IllegalMoveError):
        known.after(GAME.move("!"))


def test_playout_picks_laying_at_once_too():
    """The last choice in the list, laying without a nail, is taken by a draw high enough."""
    state = bed("a1 b1 c1 b3", "g7")
    last = len(state.legal()) - 1
    assert state.legal()[last] is GAME.move("!")
    seed = next(seed for seed in range(10**6) if first_draw(seed) * (last + 1) >> 32 == last)
    laid = state.after(GAME.move("!"))
    assert playout(state, seed).final == playout(laid, seed + GOLDEN).final
