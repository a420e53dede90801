"""What is not possible in Façir: moves, with the reason, and positions that no game comes to.

The reason is a code for programs, a clause of the rules and a sentence for people. The position in
a refusal is the mover's own view, and a refusal is for the mover alone: it would tell the others
whether they could have laid (F-31).

A position is refused as far as counts and turn order tell; docs/notation.md lists it all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from jemaa.core.errors import IllegalMoveError, InvalidPositionError
from jemaa.core.game import common_refusal
from jemaa.core.state import CHANCE
from jemaa.games.facir.board import NAILS, NONE, ROUNDS, UNKNOWN, Parts
from jemaa.games.facir.moves import Put, Shift, Stand
from jemaa.games.facir.rules import DECIDING, FacirState
from jemaa.games.facir.setup import MOST_TURNS, FacirSetup
from jemaa.games.grid import square_name


def refusal(state: FacirState, action: object) -> IllegalMoveError:
    """Say why an action is not possible in a position."""
    shared = common_refusal(state, action)
    if shared is not None:
        return shared
    reason, clause, message = _reason(state, action)
    if state.to_act == CHANCE:
        return IllegalMoveError(reason, clause, message, state.game.public_text(state))
    return IllegalMoveError(reason, clause, message, str(state.view(state.seat)))


def _reason(state: FacirState, action: object) -> tuple[str, str, str]:
    if state.phase == "deal":
        clause = "F-41" if state.round == DECIDING else "F-20"
        return "not-in-bag", clause, f"card {action} is not in the bag"
    if state.phase == "stand":
        return "wrong-step", "F-21", f"{action} must wait: the card must be stood first"
    if isinstance(action, Stand):
        return "wrong-step", "F-21", f"{action} turns the card, but it stands for this round"
    return _turn_reason(state, action)


def _turn_reason(state: FacirState, action: object) -> tuple[str, str, str]:
    own = state.nails[state.seat]
    if isinstance(action, Put) and own.bit_count() == NAILS:
        return "no-nails-left", "F-25", f"all {NAILS} nails are out; move one of them"
    if isinstance(action, Shift) and not own >> action.cells[0] & 1:
        hole = square_name(action.cells[0])
        return "not-your-nail", "F-24", f"there is no nail of yours in {hole}"
    if isinstance(action, (Put, Shift)):
        goal = action.cell if isinstance(action, Put) else action.cells[1]
        if state.nail(goal) is not None:
            return "hole-taken", "F-24", f"there is a nail in {square_name(goal)} already"
    return "does-not-fit", "F-30", f"{action} lays the fakir, but your card fits nowhere then"


def check(line: str, setup: FacirSetup, parts: Parts) -> None:
    """Refuse what counts and turn order show to be impossible."""
    _Checker(line, setup, parts).check()


class _Checker:
    def __init__(self, line: str, setup: FacirSetup, parts: Parts) -> None:
        self.line = line
        self.setup = setup
        self.parts = parts

    def check(self) -> None:
        self._check_cards()
        self._check_winners()
        self._check_players()
        self.order = self._order()
        if self.parts.phase == "over":
            self._check_over()
            return
        self._check_rooms()
        self._check_edges()
        self._check_room_cards()
        if self.parts.phase == "play":
            self._check_turns()
            self._check_nails()
            self._check_trail()
        else:
            self._check_bare("no nail can be put before every card stands (F-21)")

    def _error(self, field: str, message: str) -> InvalidPositionError:
        return InvalidPositionError(field, message, self.line)

    def _check_cards(self) -> None:
        """Check that each finished round's cards went together, and nowhere else (F-32, F-42)."""
        players, parts = self.setup.players, self.parts
        piles = [*parts.won, parts.void]
        counts = [pile.bit_count() for pile in piles]
        if sum(counts) != _union(piles).bit_count():
            raise self._error("won", "a card is in two places")
        if any(count % players for count in counts):
            raise self._error("won", f"cards are taken {players} at once, all of a round (F-32)")
        rounds = ROUNDS if parts.phase == "over" else min(parts.round, ROUNDS)
        if sum(counts) != rounds * players:
            raise self._error(
                "won", f"{sum(counts)} cards are out of play, but {rounds} rounds are over"
            )

    def _check_winners(self) -> None:
        """Check that a round can be won at all: a turn brings one nail at most (F-24, F-30)."""
        cap = self.setup.turn_cap or MOST_TURNS
        fewest = min(card.count("o") for card in self.setup.deck)
        if any(self.parts.won) and cap < fewest:
            raise self._error(
                "won", f"nobody can win a round of {cap} turns with {fewest} holes or more (F-30)"
            )

    def _tied(self) -> int:
        """Return who has most cards, as bits; nobody if there are no cards."""
        counts = [pile.bit_count() for pile in self.parts.won]
        return sum(1 << seat for seat, count in enumerate(counts) if count == max(counts) > 0)

    def _check_players(self) -> None:
        everybody = (1 << self.setup.players) - 1
        tied = self._tied()
        if self.parts.phase != "over" and self.parts.round == DECIDING:
            if tied.bit_count() < 2:
                raise self._error("turn", "there is no tie, so there is no deciding round (F-41)")
            if self.parts.playing != tied:
                raise self._error("rooms", "in the deciding round x stands for who is not tied")
        elif self.parts.playing != everybody:
            raise self._error("rooms", "x stands only in the deciding round (F-41)")

    def _order(self) -> list[int]:
        """Return who plays, from the starter of the round on (F-23, F-41)."""
        players = self.setup.players
        seats = [(self.setup.first + self.parts.round + i) % players for i in range(players)]
        return [seat for seat in seats if self.parts.playing >> seat & 1]

    def _check_over(self) -> None:
        tied = self._tied()
        decider = self.parts.decider
        if decider != NONE and (tied.bit_count() < 2 or not tied >> decider & 1):
            raise self._error("turn", f"seat {decider} had no deciding round to win (F-41)")
        if any(room.card != NONE for room in self.parts.rooms):
            raise self._error("rooms", "the game is over, so all rooms are empty")
        self._check_bare("the game is over, so the nails are back (F-33)")

    def _check_bare(self, why: str) -> None:
        if any(self.parts.nails):
            raise self._error("nails", why)
        if self.parts.trail:
            raise self._error("trail", why)

    def _check_rooms(self) -> None:
        """Check who has a card and who has stood it: one after another from the starter on."""
        phase, seat = self.parts.phase, self.parts.seat
        if seat not in self.order:
            raise self._error("turn", f"seat {seat} does not play in this round")
        done = self.order.index(seat)
        dealt = self.order[:done] if phase == "deal" else self.order
        stood = {"deal": [], "stand": self.order[:done], "play": self.order}[phase]
        for other, room in enumerate(self.parts.rooms):
            if (room.card != NONE) != (other in dealt):
                raise self._error("rooms", f"room {other} must{_not(other in dealt)} have a card")
            if (room.rotation != NONE) != (other in stood):
                raise self._error("rooms", f"card {other} must{_not(other in stood)} stand now")

    def _check_edges(self) -> None:
        for seat in self.order:
            if (self.parts.rooms[seat].edge != NONE) != (self.parts.phase == "play"):
                raise self._error("rooms", "edges are seen as soon as all cards stand, all at once")

    def _check_room_cards(self) -> None:
        cards = [room.card for room in self.parts.rooms if room.card not in (NONE, UNKNOWN)]
        held = _union([1 << card for card in cards])
        if held.bit_count() != len(cards):
            raise self._error("rooms", "a card stands in two rooms")
        if self.parts.round == DECIDING:
            if held & ~_union(self.parts.won):
                raise self._error("rooms", "the deciding round uses the cards that were won (F-41)")
        elif held & _union([*self.parts.won, self.parts.void]):
            raise self._error("rooms", "a card in a room is also out of play")

    def _check_turns(self) -> None:
        cap = self.setup.turn_cap or MOST_TURNS
        if self.parts.turns >= cap:
            raise self._error("turn", f"the round is void after {cap} turns (F-42)")
        due = self.order[self.parts.turns % len(self.order)]
        if self.parts.seat != due:
            raise self._error(
                "turn",
                f"after {self.parts.turns} turns seat {due} must move, not {self.parts.seat}",
            )
        if self.setup.repetitions is None and self.parts.trail:
            raise self._error("trail", "there is none where repetitions do not count")
        if len(self.parts.trail) > self.parts.turns:
            raise self._error("trail", "it has more shifts than there were turns")

    def _turns_of(self, seat: int, turns: int) -> int:
        """Return how many of the first turns were that seat's."""
        if seat not in self.order:
            return 0
        return (turns + len(self.order) - 1 - self.order.index(seat)) // len(self.order)

    def _check_nails(self) -> None:
        """Check each seat's nails: the first turn puts one, so does the turn before the trail."""
        before_trail = self.parts.turns - len(self.parts.trail)
        for seat, board in enumerate(self.parts.nails):
            nails = board.bit_count()
            if nails > NAILS:
                raise self._error("nails", f"seat {seat} has {nails} nails, but only {NAILS} exist")
            most = self._turns_of(seat, before_trail)
            least = min(1, self._turns_of(seat, self.parts.turns))
            if self.setup.repetitions is not None and self._put_last(seat, before_trail):
                least = min(2, most)
            if not least <= nails <= most:
                raise self._error(
                    "nails", f"seat {seat} has {nails} nails after {most} turns before the trail"
                )

    def _put_last(self, seat: int, before_trail: int) -> bool:
        return before_trail > 0 and self.order[(before_trail - 1) % len(self.order)] == seat

    def _check_trail(self) -> None:
        """Undo the trail, shift by shift, and count the positions on the way (F-42)."""
        seen: Counter[tuple[int, ...]] = Counter()
        for nails in self._positions():
            seen[nails] += 1
        if self.setup.repetitions is not None and max(seen.values()) >= self.setup.repetitions:
            raise self._error(
                "trail", "a position has occurred too often: the round is void (F-42)"
            )

    def _positions(self) -> Iterator[tuple[int, ...]]:
        """Walk back over the trail and yield the nails, with the seat to move, at each turn."""
        nails = list(self.parts.nails)
        turn = self.parts.turns
        yield (*nails, turn % len(self.order))
        for source, target in reversed(self.parts.trail):
            turn -= 1
            seat = self.order[turn % len(self.order)]
            if not nails[seat] >> target & 1 or _union(nails) >> source & 1 or source == target:
                shift = square_name(source) + square_name(target)
                raise self._error("trail", f"{shift} cannot have been a shift of seat {seat}")
            nails[seat] ^= 1 << source | 1 << target
            yield (*nails, turn % len(self.order))


def _union(boards: list[int] | tuple[int, ...]) -> int:
    result = 0
    for board in boards:
        result |= board
    return result


def _not(holds: bool) -> str:
    return "" if holds else " not"
