"""A conformance kit: `check_game` plays a game at random and checks every law of the protocol.

It runs on the games of this package and on anybody's own.
"""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from jemaa.core.actions import Action, Move, Outcome
from jemaa.core.chance import SeededChance
from jemaa.core.errors import IllegalMoveError, JemaaError, SetupError
from jemaa.core.game import Game
from jemaa.core.match import Match
from jemaa.core.record import Record
from jemaa.core.state import CHANCE, SPECTATOR, State

NONSENSE = ("", " ", "?", "no such thing", "a1a1", "-1", "²")
"""Texts that no game may read, and no parser may choke on."""


class LawBrokenError(AssertionError):
    """A game breaks a law of the protocol; the message says which, and where."""


def check_game(
    game: Game[Any, Any],
    *,
    setups: Sequence[Mapping[str, Any]] = (),
    games: int = 3,
    seed: int = 1,
) -> None:
    """Play random games of every setup and check all laws on the way.

    Args:
        game: the game to check.
        setups: the settings to try; without them every number of players with the usual settings.
        games: how many games to play with each setup.
        seed: another seed plays other games.

    Raises:
        LawBrokenError: a law does not hold.
    """
    _check_codecs(game)
    _check_setups(game)
    for settings in setups or [{"players": players} for players in game.seats]:
        for number in range(games):
            _check_one_game(game, settings, Random(f"{seed} {number}"))


def _demand(holds: bool, law: str, state: State | None = None) -> None:
    if not holds:
        raise LawBrokenError(law if state is None else f"{law}; position: {state}")


def _check_codecs(game: Game[Any, Any]) -> None:
    for action in [*game.moves, *game.outcomes]:
        by = CHANCE if isinstance(action, Outcome) else 0
        _demand(game.action(by, action.text) is action, f"{action!r} is read back as itself")
        _demand(pickle.loads(pickle.dumps(action)) is action, f"{action!r} is pickled as itself")
    for move in game.moves:
        _demand(game.move_by_id(move.id) is move, f"{move!r} is found by its id")
    for text in NONSENSE:
        for read in (game.move, game.outcome, game.parse, game.parse_view):
            _demand(_refuses(read, text), f"{text!r} is refused by {read.__name__}")
    for id in (-1, len(game.moves)):
        _demand(_refuses(game.move_by_id, id), f"the move id {id} is refused")


def _check_setups(game: Game[Any, Any]) -> None:
    for players in (0, 1, max(game.seats) + 1, True, "2", None):
        _demand(_refuses(game.new, players=players), f"players={players!r} is refused")
    _demand(_refuses(game.new, no_such_setting=1), "an unknown setting is refused")
    for players in game.seats:
        setup = game.setup(players=players)
        _demand(game.setup_type.parse(str(setup)) == setup, f"the setup {setup} is read back")
        _demand(game.setup(**setup.to_dict()) == setup, f"the setup {setup} is made from its dict")


def _refuses(function: Any, *args: Any, **settings: Any) -> bool:
    try:
        function(*args, **settings)
    except SetupError as error:
        return bool(error.field)
    except JemaaError:
        return True
    return False


def _check_one_game(game: Game[Any, Any], settings: Mapping[str, Any], rng: Random) -> None:
    match = Match(game, game.setup(**settings), tags={"note": "conformance"})
    hashes = [hash(match.state)]
    while not match.state.is_over:
        _check_state(match.state, rng)
        state, action = match.state, _random_action(match.state, rng)
        _demand(bool(game.tell(state, action)), "every action can be told", state)
        if isinstance(action, Outcome):
            match.resolve(action)
        else:
            assert isinstance(action, Move)
            match.submit(state.to_act or 0, action)
        hashes.append(hash(match.state))
        _demand(len(match.events) <= game.most_steps, "no game is longer than most_steps", state)
    _check_text(match.state)
    _check_views(match.state, rng)
    _check_end(match.state)
    _demand(hashes == [hash(state) for state in match.states], "old states never change")
    _check_record(game, match)
    _check_undo(game, match)


def _random_action(state: State, rng: Random) -> Action:
    if state.to_act != CHANCE:
        return rng.choice(state.legal())
    outcomes, weights = zip(*state.outcomes(), strict=True)
    chosen: Action = rng.choices(outcomes, weights)[0]
    return chosen


def _check_state(state: State, rng: Random) -> None:
    legal, outcomes = state.legal(), state.outcomes()
    _demand(bool(legal) != bool(outcomes), "either somebody or chance can act", state)
    _demand((state.to_act == CHANCE) == bool(outcomes), "outcomes are listed at chance", state)
    for ids in ([move.id for move in legal], [outcome.id for outcome, _ in outcomes]):
        _demand(ids == sorted(set(ids)), "choices come in the order of their ids", state)
    for _, weight in outcomes:
        _demand(type(weight) is int and weight > 0, "weights are positive whole numbers", state)
    _demand(len({outcome.kind for outcome, _ in outcomes}) <= 1, "chance has one kind", state)
    _demand(sum(state.returns()) == 0, "nobody has won before the end", state)
    _check_refusals(state, rng)
    _check_text(state)
    _check_views(state, rng)


def _check_refusals(state: State, rng: Random) -> None:
    """Check that what is not listed is refused with a reason, and what is listed is not."""
    possible: set[Action] = {*state.legal(), *(outcome for outcome, _ in state.outcomes())}
    others = [*state.game.moves, *state.game.outcomes]
    for action in rng.sample(others, min(20, len(others))):
        try:
            after = state.after(action)
        except IllegalMoveError as error:
            _demand(action not in possible, f"{action!r} is listed, so it is possible", state)
            _demand(bool(error.reason and error.clause), f"{action!r} is refused why", state)
            _demand(error.position in _shown(state), f"{action!r} is refused where", state)
        else:
            _demand(action in possible, f"{action!r} is possible, so it is listed", state)
            _demand(after == state.after(action), "the same action leads to the same state", state)


def _shown(state: State) -> list[str]:
    """Return the texts that a refusal may show for a position: it may tell no secrets."""
    if not state.game.has_secrets:
        return [str(state)]
    public = state.game.public_text(state)
    to_act = state.to_act
    return [public] if to_act is None or to_act == CHANCE else [public, str(state.view(to_act))]


def _check_text(state: State) -> None:
    text = str(state)
    _demand("\n" not in text, "a position is one line", state)
    again = state.game.parse(text)
    _demand(again == state and hash(again) == hash(state), "a position is read back", state)
    _demand(str(again) == text, "a position has one text", state)
    _demand(pickle.loads(pickle.dumps(state)) == state, "a position can be pickled", state)


def _check_views(state: State, rng: Random) -> None:
    for seat in [SPECTATOR, *range(state.setup.players)]:
        view = state.view(seat)
        _demand(view.to_act == state.to_act, "everybody knows who acts", state)
        expected = state.legal() if seat == state.to_act else ()
        _demand(view.legal() == expected, "only the seat to act has moves", state)
        _demand(state.game.parse_view(str(view)) == view, "a view is read back", state)
        _demand(pickle.loads(pickle.dumps(view)) == view, "a view can be pickled", state)
        _demand(bool(state.game.draw(view)), "a view can be drawn", state)
        guess = state.game.resample(view, rng)
        _demand(guess.view(seat) == view, "a resampled state gives the same view", state)


def _check_end(state: State) -> None:
    _demand(state.legal() == () and state.outcomes() == (), "nothing follows the end", state)
    for action in [*state.game.moves][:3]:
        _demand(_refuses(state.after, action), "nothing is possible after the end", state)
    players = state.setup.players
    _demand(len(state.scores()) == players, "everybody has a score", state)
    ranked = sorted(seat for group in state.ranking() for seat in group)
    _demand(ranked == list(range(players)), "everybody is ranked once", state)
    _demand(abs(sum(state.returns()) - 1) < 1e-9, "the shares of the win add up to 1", state)


def _check_record(game: Game[Any, Any], match: Match) -> None:
    text = str(match.record)
    record = Record.parse(text)
    _demand(record == match.record and str(record) == text, "a record is read back")
    _demand(Match.replay(game, record).states == match.states, "a record is played again")


def _check_undo(game: Game[Any, Any], match: Match) -> None:
    """Check that going back and on again brings the same chance."""
    rng = Random(len(match.events))
    again = Match(game, match.setup, SeededChance("undo"))
    while not again.state.is_over and len(again.events) < 60:
        again.submit(again.state.to_act or 0, rng.choice(again.state.legal()))
    events = again.events
    again.undo_to(len(events) // 2)
    for event in events[len(events) // 2 :]:
        if again.state.to_act == event.by != CHANCE:
            again.submit(event.by, game.move(event.text))
        else:
            again.advance()
    _demand(again.events == events, "going back and on again brings the same chance")
