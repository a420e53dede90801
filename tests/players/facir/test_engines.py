"""The engines and the levels."""

import pytest

import jemaa
from jemaa.core.chance import SeededChance
from jemaa.core.state import compiled
from jemaa.games.facir import DEFAULT_DECK, FacirState
from jemaa.games.facir.cards import QUARTERS, seen_edge, turned
from jemaa.players.base import Decision, Limit, ranked
from jemaa.players.facir import ENGINES
from jemaa.players.facir.engines import RISKY, SAFE, Believer, Foreseer, Watchful
from jemaa.players.facir.inference import Risk
from jemaa.players.facir.nearness import nearness
from jemaa.players.registry import LEVELS, make_player
from jemaa.players.search import Control

from .places import GAME, bed

PLAYERS = [
    "greedy",
    "belief(samples=3)",
    "search(samples=2,beam=2)",
    "foresight(answers=1,beam=2,samples=3)",
]
WIDE = 4 if compiled else 2
"""How many moves a search follows."""
MIRRORED = tuple("".join(card[row + 2 - x] for row in (0, 3, 6) for x in range(3))
                 for card in DEFAULT_DECK)  # fmt: skip


def make(spec):
    return make_player(spec, ENGINES)


def choose(spec, state, seat=None):
    return make(spec).choose(state.view(state.to_act if seat is None else seat)).move


def test_card_is_stood_with_the_most_ambiguous_edge():
    state = GAME.new(players=2)
    for text in ("1", "2"):
        state = state.after(GAME.outcome(text))
    edges = [{seen_edge(turned(card, q)) for q in range(QUARTERS)} for card in DEFAULT_DECK]

    def popularity(rotation):
        edge = seen_edge(turned(DEFAULT_DECK[0], rotation))
        return sum(edge in shown for shown in edges)

    chosen = choose("belief", state)
    assert popularity(chosen.rotation) == max(map(popularity, range(QUARTERS)))


@pytest.mark.parametrize("card", [0, 4, 11, 12, 19, 23])
def test_greedy_completes_in_the_fewest_turns_on_an_empty_board(card):
    state = bed(["", "", ""], [card, 1 + card % 3, 8], turns=0)
    turns = 0
    while True:
        turns += 1
        move = choose("greedy", state)
        if move.lays:
            break
        after = state.after(move).parts._replace(seat=0)  # the others do nothing
        state = FacirState.of_parts(state.setup, after)
    assert turns == DEFAULT_DECK[card].count("o")


@pytest.mark.parametrize("spec", [*PLAYERS, "trader"])
def test_lays_at_once(spec):
    one_missing = bed(["a1 b1 c1", "g7 f7 e7"], [0, 1])
    assert choose(spec, one_missing).lays
    complete = bed(["a1 b1 c1", "b3 f7 e7"], [0, 1])
    assert choose(spec, complete).lays


@pytest.mark.parametrize(
    "spec", ["belief", "search(samples=4,beam=4)", "foresight(answers=1,beam=4)"]
)
def test_blocks_a_certain_threat(spec):
    # Card 24 (o../ooo/.o.) lacks d5 alone; few other cards show its edge, and none is as near.
    state = bed(["a7 b7 g6", "c3 c4 d4 e4"], [0, 23], turns=7)
    near = nearness(DEFAULT_DECK)
    assert near.distance(23, state.nails[1], state.nails[0]) == 1
    after = state.after(choose(spec, state))
    assert near.distance(23, after.nails[1], after.nails[0]) > 1


@pytest.mark.parametrize("spec", PLAYERS)
def test_decision_depends_on_the_view_alone(spec):
    state = bed(["a7 b7", "c3 c4"], [0, 23], turns=4)
    view = state.view(0)
    others = [GAME.resample(view, jemaa.core.chance.Random(seed)) for seed in range(6)]
    assert len({other.rooms[1].card for other in others}) > 1
    read = GAME.parse_view(str(view))
    expected = make(spec).choose(view)
    for same in [read, *(other.view(0) for other in others)]:
        assert make(spec).choose(same) == expected


# Uncompiled, the others take seconds for a move; what they are made of is in `PLAYERS`.
@pytest.mark.parametrize("level", LEVELS if compiled else LEVELS[:2])
def test_levels_are_repeatable(level):
    state = bed(["a7 g1", "c3 c4 e6"], [0, 23], turns=5)
    view = state.view(0)
    player = make(level)
    first = player.choose(view)
    player.choose(bed(["a1", "g7"], [3, 4], turns=2).view(0))
    assert player.choose(view) == first == make(level).choose(view)
    assert first.move in view.legal()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("deck", [DEFAULT_DECK, MIRRORED], ids=["default", "own"])
def test_whole_games(players, deck):
    seats = [make(PLAYERS[seat if compiled else 0]) for seat in range(players)]
    setup = GAME.setup(players=players, deck=deck, turn_cap=12)
    match = jemaa.Match(GAME, setup, SeededChance(7))
    while not match.state.is_over:
        seat = match.state.to_act
        match.submit(seat, seats[seat].choose(match.state.view(seat)).move)
    assert sum(match.state.returns()) == pytest.approx(1)


@pytest.mark.parametrize("spec", [*PLAYERS, "tourist"])
def test_deciding_round(spec):
    won = (0, 0b111111, 0b111111 << 6)
    state = bed(["", "a1 b1", "g7"], [None, 0, 1], seat=1, won=won, round=6, playing=0b110, turns=3)
    assert choose(spec, state) in state.view(1).legal()


def test_search_obeys_nodes_and_cancelling():
    view = bed(["a7 g1", "c3 c4 e6"], [0, 23], turns=5).view(0)
    player = make(f"search(samples=4,turns=3,beam={WIDE})")
    free = player.choose(view)
    short = player.choose(view, Limit(nodes=50))
    assert short == player.choose(view, Limit(nodes=50))
    assert short.nodes < free.nodes
    control = Control()
    control.cancel()
    assert player.choose(view, control).move == make("belief(samples=4)").choose(view).move


def test_foresight_obeys_nodes_turns_and_cancelling():
    view = bed(["a7 g1", "c3 c4", "e6 f2"], [0, 23, 9], turns=6).view(0)
    player = make(f"foresight(answers=2,beam={WIDE},samples=3)")
    free = player.choose(view)
    short = player.choose(view, Limit(nodes=50))
    assert short == player.choose(view, Limit(nodes=50))
    assert short.nodes < free.nodes
    now = make("foresight(answers=0,samples=3)").choose(view)
    assert player.choose(view, Limit(turns=1)) == now
    one = make(f"foresight(answers=1,beam={WIDE},samples=3)").choose(view)
    assert player.choose(view, Limit(turns=2)) == one
    control = Control()
    control.cancel()
    assert player.choose(view, control).move == now.move


@pytest.mark.parametrize(
    "spec", ["search(samples=20,turns=9,beam=50,ms=20)", "foresight(answers=4,beam=99,ms=20)"]
)
def test_search_obeys_the_clock(spec):
    view = bed(["a7 g1", "c3 c4 e6"], [0, 23], turns=5).view(0)
    player = make(spec)
    assert player.choose(view).move in view.legal()


def test_foresight_blocks_a_threat_from_across_the_table():
    # As above, but the one who threatens comes after a neighbour, who has hardly begun.
    state = bed(["a7 b7 g6", "a1", "c3 c4 d4 e4"], [0, 3, 23], turns=9)
    near = nearness(DEFAULT_DECK)

    def distance(state):
        own = state.nails[2]
        return near.distance(23, own, sum(state.nails) - own)

    assert distance(state) == 1
    assert distance(state.after(choose("foresight(answers=2,beam=6,samples=4)", state))) > 1


@pytest.mark.skipif(not compiled, reason="the first one takes seconds for a move")
def test_levels_know_the_size_of_the_table():
    duel = bed(["a7 g1", "c3 c4 e6"], [0, 23], turns=5).view(0)
    table = bed(["a7 g1", "c3 c4", "e6 f2"], [0, 23, 9], turns=6).view(0)
    amin = make("amin")
    by_search = Believer(samples=8, turns=3, beam=10, remembers=True)
    by_foresight = Foreseer(beam=12, remembers=True)
    assert amin.choose(duel) == Watchful(by_search, remembers=True).choose(duel)
    assert amin.choose(table) == Watchful(by_foresight, remembers=True).choose(table)


def test_values_are_shares_of_the_win():
    decision = make("belief").choose(bed(["a7 b7", "c3 c4"], [0, 23], turns=4).view(0))
    assert sum(decision.values) == pytest.approx(1)
    assert decision.candidates[0].move is decision.move
    assert len(decision.candidates) == 45 + 2 * 45


@pytest.mark.parametrize("level", ["newcomer", *LEVELS[:3]])
def test_nobody_overlooks_that_their_card_fits(level):
    corners = ["a7", "b7", "c7", "d7", "e7", "f7", "a6", "b6", "c6", "f6"]
    for corner in corners if compiled else corners[::9]:
        assert choose(level, bed(["a1 b1 c1", corner, "g5"], [0, 1, 2], turns=6)).lays


def test_newcomer_builds_the_card_as_it_stands():
    state = bed(["", "", ""], [0, 5, 8], turns=0)
    for turns in range(DEFAULT_DECK[0].count("o")):
        move = choose("newcomer", state)
        assert move.lays == (turns == DEFAULT_DECK[0].count("o") - 1)
        if not move.lays:
            state = FacirState.of_parts(state.setup, state.after(move).parts._replace(seat=0))


class Careless:
    """Likes the first legal move best, the last one least."""

    name = "careless"

    def choose(self, view, limit=None):
        moves = view.legal()
        candidates = ranked({move: -float(place) for place, move in enumerate(moves)}, {})
        return Decision(moves[0], candidates, 0)


def test_watchful_player_does_not_let_the_next_one_lay():
    view = bed(["f4 a2 c1", "e5 g5 f7 f6"], [0, 23], turns=7).view(0)
    risk = Risk(view, remembers=False)
    careless, watched = Careless().choose(view), Watchful(Careless()).choose(view)
    assert risk.after(careless.move.changed) >= RISKY
    assert risk.after(watched.move.changed) <= SAFE
    assert watched.candidates[0].move is watched.move
    assert {c.move for c in watched.candidates} == {c.move for c in careless.candidates}
    # Where the next player is far from laying, the player is left alone.
    calm = bed(["a7 b7 g6", "c3"], [0, 23], turns=4).view(0)
    assert Watchful(Careless()).choose(calm) == Careless().choose(calm)
