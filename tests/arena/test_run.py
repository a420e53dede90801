"""Games between players: shared chance, luck, forfeits."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

import jemaa
from jemaa import catalog
from jemaa.arena.contest import Contest, Deal
from jemaa.arena.run import GameRunner, luck, play_deal, play_game
from jemaa.core.actions import Outcome
from jemaa.core.chance import SeededChance
from jemaa.core.errors import PlayerError
from jemaa.core.match import Match
from jemaa.games.marrakech.notation import parse_unchecked
from jemaa.players.base import Decision

MARRAKECH = jemaa.game("marrakech")
GAMES = 40


def table_of(players, deal=0):
    setup = MARRAKECH.setup(players=len(players))
    return GameRunner(Match(MARRAKECH, setup, SeededChance("1", str(deal))), players)


class Faulty:
    """Plays at random until its tenth move, and then does what it should not."""

    def __init__(self, misdeed):
        self.name = "faulty"
        self._honest = catalog.player("marrakech", "random")
        self._misdeed = misdeed
        self._moves = 0

    def choose(self, view, limit=None):
        self._moves += 1
        if self._moves < 10:
            return self._honest.choose(view)
        return self._misdeed(view)


def raise_fault(view):
    raise PlayerError("faulty", "too-slow", "no answer in 5 seconds")


def raise_bug(view):
    raise ZeroDivisionError("division by zero")


def move_illegally(view):
    rug = MARRAKECH.move("a1a2")
    return Decision(MARRAKECH.move("S") if rug in view.legal() else rug, ())


def answer_nonsense(view):
    return None


def move_nothing(view):
    return Decision(None, ())


MISDEEDS = {
    answer_nonsense: "error: AttributeError 'NoneType' object has no attribute 'move'",
    move_nothing: "illegal-move: None is no move",
    raise_fault: "too-slow: no answer in 5 seconds",
    raise_bug: "error: ZeroDivisionError division by zero",
    move_illegally: "illegal-move: ",
}


@pytest.mark.parametrize("misdeed", MISDEEDS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_gives_no_usable_move_loses_and_the_others_win(misdeed, players):
    honest = catalog.player("marrakech", "random")
    table = table_of([honest, Faulty(misdeed), *[honest] * (players - 2)])
    table.run()
    result = table.result((0, 1, *[0] * (players - 2)), None)
    assert list(result.fault) == [1]
    assert result.fault[1].startswith(MISDEEDS[misdeed])
    assert result.moves[1] == 10
    assert result.places[1] == players - 1
    assert result.wins == (12 // (players - 1), 0, *[12 // (players - 1)] * (players - 2))
    assert not table.match.state.is_over


def test_an_interrupt_is_nobodys_fault():
    def interrupt(view):
        raise KeyboardInterrupt

    table = table_of([Faulty(interrupt), Faulty(interrupt)])
    with pytest.raises(KeyboardInterrupt):
        table.run()


def test_a_mistake_of_the_rules_is_nobodys_forfeit():
    class Mistaken(Match):
        def submit(self, seat, move):
            return 1 // 0

    match = Mistaken(MARRAKECH, MARRAKECH.setup(players=2), SeededChance(1))
    table = GameRunner(match, [catalog.player("marrakech", "random")] * 2)
    with pytest.raises(ZeroDivisionError):
        table.run()


def test_result_is_that_of_the_match():
    greedy, random = (catalog.player("marrakech", spec) for spec in ("greedy", "random"))
    table = table_of([random, greedy, random])
    table.run()
    result = table.result((1, 0, 1), None)
    final = table.match.state
    assert final.is_over
    assert result.scores == final.scores()
    assert [won / 12 for won in result.wins] == pytest.approx(list(final.returns()))
    assert sum(result.moves) == sum(event.by >= 0 for event in table.match.events)
    assert all(seconds > 0 for seconds in result.seconds)
    assert (result.luck, result.rounds, result.fault) == (None, None, {})


def test_those_who_tie_share_a_place():
    final = "marrakech - rErrEr3/yEy5/bEb5/nEn5/7/7/7 d4S {} r0,y0,b0,n0 over"
    for purses, places in {
        "30,32,32,26": (2, 0, 0, 3),
        "28,28,32,32": (2, 3, 0, 0),
        "30,30,30,30": (0, 1, 1, 1),
    }.items():
        match = SimpleNamespace(state=parse_unchecked(final.format(purses)))
        assert GameRunner(match, [None] * 4)._places() == places


def test_games_of_a_deal_share_their_chance():
    # With one kind of player everywhere, the same chance gives the same game in every seating.
    contest = Contest("marrakech", "players=3", 3, ("random", "random"), 5)
    for number in range(3):
        deal = play_deal(contest, number)
        assert len({game.mark for game in deal.games}) == 1
    assert play_deal(contest, 0).games[0].mark != play_deal(contest, 1).games[0].mark


def test_a_deal_is_the_same_in_json():
    deal = play_deal(Contest("facir", "players=2", 2, ("random", "random(seed=1)"), 5), 0)
    game = deal.games[0]
    faulty = Deal(0, (replace(game, fault={1: "died: why"}),))
    assert Deal.from_json(faulty.to_json()) == faulty
    assert Deal.from_json(deal.to_json()) == deal
    assert game.rounds == tuple(score // 2 for score in game.scores)


def test_rounds_of_a_game_are_the_six_less_the_void_ones():
    contest = Contest("facir", "players=3", 3, ("random", "random(seed=1)"), 2)
    facir = jemaa.game("facir")
    for game in play_deal(contest, 0).games:
        assert sum(game.rounds) <= 6
        assert sum(game.rounds) * 3 == sum(game.scores)
    assert facir.rounds(facir.new(players=3)) == (0, 0, 0)


def test_players_with_a_process_are_closed_after_the_deal(monkeypatch):
    closed = []

    class Closing:
        name = "closing"

        def choose(self, view, limit=None):
            raise PlayerError("closing", "died", "why")

        def close(self):
            closed.append(self)

    monkeypatch.setattr(catalog, "player", lambda game, spec: Closing())
    play_deal(Contest("marrakech", "players=2", 2, ("a", "b"), 1), 0)
    assert len(closed) == 2


def test_luck_has_the_average_zero_at_every_chance_node():
    setup = MARRAKECH.setup(players=3)
    judge = catalog.judge("marrakech", setup)
    table = table_of([catalog.player("marrakech", "random")] * 3)
    table.run()
    nodes = [
        index for index, action in enumerate(table.match.actions) if isinstance(action, Outcome)
    ]
    for index in nodes[::9]:
        before = table.match.states[index]
        gains = {}
        for outcome, weight in before.outcomes():
            match = type("One", (), {})()
            match.setup, match.states, match.actions = setup, (before,), (outcome,)
            gains[outcome] = (weight, luck(match, judge))
        for seat in range(3):
            assert sum(w * gain[seat] for w, gain in gains.values()) == pytest.approx(0, abs=1e-9)
    assert any(abs(gain) > 0.01 for gain in luck(table.match, judge))


def test_luck_explains_much_of_the_results():
    # One seating only, so that the dice are not balanced by a second game on them.
    contest = Contest("marrakech", "players=2", 2, ("greedy", "greedy"), 3)
    greedy = catalog.player("marrakech", "greedy")
    judge = catalog.judge("marrakech", MARRAKECH.setup(players=2))
    tables = [play_game(contest, (0, 1), deal, [greedy, greedy]) for deal in range(GAMES)]
    games = [table.result((0, 1), judge) for table in tables]
    raw = [game.wins[0] / 12 for game in games]
    lucky = [game.luck[0] for game in games]
    adjusted = [won - gain for won, gain in zip(raw, lucky, strict=True)]
    assert abs(sum(lucky) / GAMES) < 3 * (variance(lucky) / GAMES) ** 0.5
    assert variance(adjusted) < 0.8 * variance(raw)
    for game in games:
        assert sum(game.luck) == pytest.approx(0, abs=1e-9)  # what one wins the other loses


def variance(values):
    middle = sum(values) / len(values)
    return sum((value - middle) ** 2 for value in values) / (len(values) - 1)
