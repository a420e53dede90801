"""Finding puzzles in games of the levels against each other, and checking them.

A position is a puzzle if the quick look sees one move clearly ahead, or up to three alike, and
rollouts by two different kinds of players both say: these moves are alike, every other one that
came near loses. It is graded by the weakest level that finds it.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import cache
from math import hypot
from typing import NamedTuple

import msgspec

from jemaa import catalog
from jemaa.analysis.procedure import Procedure, procedure
from jemaa.analysis.puzzles import MOST_ANSWERS, Puzzle, identity
from jemaa.analysis.rollouts import NOTHING, Mean
from jemaa.core.actions import Move
from jemaa.core.match import Match
from jemaa.core.playout import derive_seed
from jemaa.core.state import State
from jemaa.players.base import Player
from jemaa.players.registry import LEVELS
from jemaa.players.search import Control

PLAYERS = ("stroller", "trader", "merchant", "trader")
"""Who plays the games that puzzles are found in."""
PIECES = 3
"""Rollouts are played in so many pieces; what is clearly no puzzle is given up after one."""
NEAR = 6
"""So many of the other moves, those that look best, are played on from."""
SURE = 1.64
"""A move is wrong if it loses enough by so many standard errors: 95 %, one-sided."""
FEW = 16
"""Where there are no more moves than this, every one of them is played on from."""
MOST_A_GAME = 3
"""So many positions of one game are tried at most, those that look clearest."""


class Limits(NamedTuple):
    """What makes a puzzle, in the unit that the game is judged in."""

    gap: float
    """So far ahead is the best move at a quick look."""
    wrong: float
    """So much loses at least every move that is not accepted."""
    alike: float
    """So much may lose a move that is accepted."""
    games: int
    """The rollouts of one piece from each move."""


LIMITS = {
    "marrakech": Limits(gap=0.05, wrong=0.025, alike=0.012, games=60),
    "facir": Limits(gap=0.12, wrong=0.06, alike=0.03, games=400),
}


class Verdict(NamedTuple):
    """What rollouts say of a position."""

    answers: tuple[Move, ...]
    losses: dict[Move, float]
    """Of the moves that are not accepted."""


def mine(
    game: str, players: int, seed: int, numbers: range, wanted: Container[str] = LEVELS
) -> Iterator[list[Puzzle]]:
    """Play games and give the puzzles that each has.

    Args:
        game: the name of the game.
        players: how many play.
        seed: where all chance comes from.
        numbers: which games; each has a course of its own.
        wanted: the levels of which there are not enough yet; asked anew for every position.
    """
    for number in numbers:
        own = derive_seed(seed, number)
        turn = number % len(PLAYERS)
        table = [PLAYERS[(turn + seat) % len(PLAYERS)] for seat in range(players)]
        match = catalog.play(game, table, seed=own)
        found = [_puzzle(state, own) for state in _clearest(match, wanted)]
        yield [puzzle for puzzle in found if puzzle is not None]


def _clearest(match: Match, wanted: Container[str]) -> list[State]:
    """Return the positions of a game that look most like puzzles of a level that is wanted."""
    judge, limits = procedure(match.state), LIMITS[match.game.name]
    gaps: list[tuple[float, State]] = []
    for state in match.states:
        if state.to_act is None or state.to_act < 0 or len(state.legal()) < MOST_ANSWERS:
            continue
        if state.phase == "stand":
            continue
        values = judge.values(state, Control())
        gap = _gap(values, limits)
        if gap >= limits.gap:
            best = max(values.values())
            alike = {move for move in values if values[move] >= best - limits.alike}
            if _grade(_finders(_choices(state), alike)) in wanted:
                gaps.append((gap, state))
    gaps.sort(key=lambda pair: -pair[0])
    return [state for _, state in gaps[:MOST_A_GAME]]


def _gap(values: dict[Move, float], limits: Limits) -> float:
    """Return how far those that are alike are ahead of all others."""
    ranked = sorted(values.values(), reverse=True)
    alike = sum(value >= ranked[0] - limits.alike for value in ranked)
    if alike > MOST_ANSWERS or alike == len(ranked):
        return 0.0
    return ranked[alike - 1] - ranked[alike]


def _puzzle(state: State, seed: int) -> Puzzle | None:
    """Return the puzzle of a position, if it is one."""
    judge, seat = procedure(state), state.to_act
    assert seat is not None
    verdict = judged(state, seed)
    if verdict is None:
        return None
    view, chosen = state.view(seat), _choices(state)
    finds = _finders(chosen, verdict.answers)
    level = _grade(finds)
    if level is None:
        return None
    missed = [chosen[one] for one in reversed(LEVELS) if one not in finds]
    near = [move for move in verdict.losses if verdict.losses[move] > 0]
    tempting = next((move for move in missed if move in verdict.losses), near[0])
    facts = judge.facts(state, tempting, verdict.answers[0], seed >> 1, Control())
    if not facts:
        return None  # nobody could be told why
    position = str(view) if state.game.has_secrets else str(state)
    found = Puzzle(
        id=identity(position),
        game=state.game.name,
        position=position,
        seat=seat,
        answers=tuple(move.text for move in verdict.answers),
        losses={move.text: round(loss, 3) for move, loss in verdict.losses.items()},
        level=level,
        finds=finds,
        tempting=tempting.text,
        facts=facts,
    )
    return explained(found, seed)


def explained(puzzle: Puzzle, seed: int) -> Puzzle:
    """Return a puzzle with a loss for every move, where there are few, and what explains each."""
    state = puzzle.state()
    judge, game = procedure(state), state.game
    legal = [move.text for move in state.legal()]
    losses = dict(puzzle.losses)
    if len(legal) <= FEW:
        rest = [move for move in legal if move not in puzzle.answers and move not in losses]
        losses |= _more_losses(judge, state, puzzle.answers[0], rest, seed)
    best, others = game.move(puzzle.answers[0]), {}
    for move in losses:
        if not puzzle.why_not(move):
            facts = judge.facts(state, game.move(move), best, seed >> 1, Control())
            others[move] = facts[:1]  # the weightiest is enough beside another move
    found = {move: facts for move, facts in {**puzzle.others, **others}.items() if facts}
    return msgspec.structs.replace(puzzle, losses=losses, others=found)


def graded(puzzle: Puzzle) -> Puzzle | None:
    """Return a puzzle with the grade that the levels of today give it; None if amin misses it."""
    state = puzzle.state()
    finds = _finders(_choices(state), {state.game.move(text) for text in puzzle.answers})
    level = _grade(finds)
    return msgspec.structs.replace(puzzle, finds=finds, level=level) if level else None


def _more_losses(
    judge: Procedure, state: State, best: str, moves: list[str], seed: int
) -> dict[str, float]:
    """Return what more moves lose against the best one: the more of what two models say."""
    if not moves:
        return {}
    asked = tuple(state.game.move(text) for text in (best, *moves))
    games = PIECES * LIMITS[state.game.name].games
    found = dict.fromkeys(moves, 0.0)
    for number, model in enumerate(judge.models):
        first, *rest = judge.compare(
            state, asked, games, derive_seed(seed, number) >> 1, Control(), model
        )
        for move, mean in zip(moves, rest, strict=True):
            found[move] = max(found[move], round(first.value - mean.value, 3))
    return found


def _choices(state: State) -> dict[str, Move]:
    """Return what each level does in a position."""
    assert state.to_act is not None
    view, game = state.view(state.to_act), state.game.name
    return {level: _level(game, level).choose(view).move for level in LEVELS}


@cache
def _level(game: str, level: str) -> Player:
    return catalog.player(game, level)


def _finders(chosen: dict[str, Move], answers: Container[Move]) -> tuple[str, ...]:
    return tuple(level for level in LEVELS if chosen[level] in answers)


def _grade(finds: tuple[str, ...]) -> str | None:
    """Return the weakest level that finds a puzzle as all above it do; None if amin does not."""
    found = None
    for level in reversed(LEVELS):
        if level not in finds:
            break
        found = level
    return found


def judged(state: State, seed: int) -> Verdict | None:
    """Play on from the moves that matter, by two kinds of players; None if it is no puzzle."""
    judge, limits = procedure(state), LIMITS[state.game.name]
    values = judge.values(state, Control())
    moves = tuple(list(values)[: NEAR + 1])
    answers, losses = set(moves), dict.fromkeys(moves, 0.0)
    for number, model in enumerate(judge.models):
        found = _losses(judge, state, moves, model, derive_seed(seed, number) >> 1)
        if found is None:
            return None
        for move, (loss, error) in found.items():
            losses[move] = max(losses[move], loss)
            if loss - SURE * error >= limits.wrong:
                answers.discard(move)
            elif loss > limits.alike or move not in answers:
                return None  # neither as good as the best one nor surely worse
    if not 1 <= len(answers) <= MOST_ANSWERS or len(answers) == len(moves):
        return None
    ordered = tuple(move for move in moves if move in answers)
    return Verdict(ordered, {move: losses[move] for move in moves if move not in answers})


def _losses(
    judge: Procedure, state: State, moves: tuple[Move, ...], model: str, seed: int
) -> dict[Move, tuple[float, float]] | None:
    """Return what each move loses against the first, with the error; None if another is better."""
    limits = LIMITS[state.game.name]
    means: list[Mean] = [NOTHING] * len(moves)
    for piece in range(PIECES):
        own = derive_seed(seed, piece) >> 1
        more = judge.compare(state, moves, limits.games, own, Control(), model)
        means = [old.plus(new) for old, new in zip(means, more, strict=True)]
        best = means[0]
        found = {
            move: (best.value - mean.value, hypot(best.error, mean.error))
            for move, mean in zip(moves[1:], means[1:], strict=True)
        }
        if any(loss + 2 * error < -limits.alike for loss, error in found.values()):
            return None
        undecided = [
            1
            for loss, error in found.values()
            if loss + error > limits.alike and loss - SURE * error < limits.wrong
        ]
        if not undecided:
            return found
        if piece == 0 and len(undecided) > MOST_ANSWERS:
            return None
    return found


def check(puzzle: Puzzle, seed: int) -> str:
    """Check a puzzle anew, with other chance; return what is wrong with it, empty if nothing is."""
    state = puzzle.state()
    legal = {move.text for move in state.legal()}
    if not set(puzzle.answers) <= legal or puzzle.tempting not in legal:
        return "a move of it is not possible"
    if puzzle.id != identity(puzzle.position):
        return "its id does not belong to its position"
    limits, judge = LIMITS[puzzle.game], procedure(state)
    game = state.game
    moves = tuple(game.move(text) for text in (*puzzle.answers, *puzzle.losses))
    for number, model in enumerate(judge.models):
        means = [NOTHING] * len(moves)
        for piece in range(PIECES):
            own = derive_seed(derive_seed(seed, number), piece) >> 1
            more = judge.compare(state, moves, limits.games, own, Control(), model)
            means = [old.plus(new) for old, new in zip(means, more, strict=True)]
        best = max(means[: len(puzzle.answers)], key=lambda mean: mean.value)
        for move, mean in zip(
            moves[len(puzzle.answers) :], means[len(puzzle.answers) :], strict=True
        ):
            if best.value - mean.value < limits.alike:
                return f"{move} is as good by {model} players"
    return ""
