"""One game between players, driven by a match that checks every move."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from typing import Any

from jemaa import catalog
from jemaa.arena import code
from jemaa.arena.contest import Contest
from jemaa.arena.deal import Deal, Played
from jemaa.arena.luck import luck
from jemaa.arena.schedule import Seating, seatings
from jemaa.catalog import Chooser
from jemaa.core.actions import Move
from jemaa.core.chance import SeededChance
from jemaa.core.errors import IllegalMoveError, InvalidNotationError, PlayerError
from jemaa.core.match import Match
from jemaa.core.state import Seat
from jemaa.players.evaluator import Evaluator
from jemaa.players.limit import Limit

LONGEST_REASON = 200
"""What is kept of a reason; a program may have said anything."""


class Table:
    """A match with a player in each seat and a clock beside him."""

    def __init__(self, match: Match, players: Sequence[Chooser]) -> None:
        """Seat the players."""
        self.match = match
        self.players = players
        self.moves = [0] * len(players)
        self.seconds = [0.0] * len(players)
        self.fault: dict[Seat, str] = {}

    def run(self) -> None:
        """Play until the game is over or somebody gives no usable move."""
        while not self.match.state.is_over and not self.fault:
            seat = self.match.state.to_act
            assert seat is not None
            try:
                move = self._ask(seat)
            # Whatever a player does wrong is his own loss; the arena goes on and reports it.
            except Exception as error:
                self.fault[seat] = _reason(error)
            else:
                self._submit(seat, move)

    def _ask(self, seat: Seat) -> Move | str:
        view = self.match.state.view(seat)
        self.moves[seat] += 1
        begun = time.perf_counter()
        try:
            answer = self.players[seat].choose(view, Limit())
        finally:
            self.seconds[seat] += time.perf_counter() - begun
        return answer if isinstance(answer, (Move, str)) else answer.move

    def _submit(self, seat: Seat, move: Move | str) -> None:
        try:
            self.match.submit(seat, move)
        except (IllegalMoveError, InvalidNotationError) as error:
            self.fault[seat] = _reason(error)

    def result(self, seating: Seating, judge: Evaluator | None) -> Played:
        """Sum the game up."""
        final = self.match.state
        return Played(
            seating=seating,
            places=self._places(),
            scores=final.scores(),
            luck=None if judge is None else luck(self.match, judge),
            rounds=self.match.game.rounds(final),
            moves=tuple(self.moves),
            seconds=tuple(self.seconds),
            mark=self._mark(),
            fault=self.fault,
        )

    def record(self) -> str:
        """Return the record of the game, with the reason if somebody has forfeited it."""
        for seat, reason in self.fault.items():
            self.match.tags["forfeit"] = f"seat {seat}, {reason}".strip()
        return str(self.match.record)

    def _places(self) -> tuple[int, ...]:
        """Return how many are better than each seat; who is at fault is last, the others win."""
        seats = range(len(self.players))
        if self.fault:
            return tuple(len(seats) - 1 if seat in self.fault else 0 for seat in seats)
        places = [0] * len(seats)
        better = 0
        for group in self.match.state.ranking():
            for seat in group:
                places[seat] = better
            better += len(group)
        return tuple(places)

    def _mark(self) -> str:
        told = " ".join([*map(str, self.match.events), *map(str, self.fault)])
        return hashlib.blake2b(told.encode(), digest_size=8).hexdigest()


def play(contest: Contest, seating: Seating, deal: int, kinds: Sequence[Chooser]) -> Table:
    """Play one game to its end.

    Args:
        contest: what is played, and the seed.
        seating: the kind in each seat.
        deal: the number of the deal, which names the course of chance.
        kinds: the players by kind; one is enough for several seats, since players keep nothing.
    """
    game, setup = catalog.game(contest.game), _setup(contest)
    chance = SeededChance(secret=f"{contest.seed}", game=f"{deal}")
    tags = {f"seat {seat}": contest.kinds[kind] for seat, kind in enumerate(seating)}
    match = Match(game, setup, chance, tags={**tags, "deal": str(deal)})
    table = Table(match, [kinds[kind] for kind in seating])
    table.run()
    return table


def play_deal(contest: Contest, number: int, *, records: bool = False) -> Deal:
    """Play all games of a deal.

    Args:
        contest: what is played, and the seed.
        number: the number of the deal.
        records: whether to keep the record of every game.
    """
    players = [code.make(contest.game, kind, contest.code) for kind in contest.kinds]
    judge = catalog.judge(contest.game, _setup(contest))
    games, told = [], []
    try:
        for seating in seatings(len(contest.kinds), contest.players, number):
            table = play(contest, seating, number, players)
            games.append(table.result(seating, judge))
            if records:
                told.append(table.record())
        return Deal(number, tuple(games), tuple(told))
    finally:
        for player in players:
            close = getattr(player, "close", None)  # some have a process of their own
            if close is not None:
                close()


def _setup(contest: Contest) -> Any:
    return catalog.game(contest.game).setup_type.parse(contest.setup)


def _reason(error: Exception) -> str:
    """Return a code and a message with a colon between; the first is what is counted."""
    if isinstance(error, PlayerError):
        reason = f"{error.reason}: {error.message}"
    elif isinstance(error, InvalidNotationError):
        reason = f"bad-answer: {error}"
    elif isinstance(error, IllegalMoveError):
        reason = f"illegal-move: {error.message}"
    else:
        reason = f"error: {type(error).__name__} {error}"
    return " ".join(reason.split())[:LONGEST_REASON]
