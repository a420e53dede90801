"""One game in the terminal: shows, asks, moves, keeps."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from jemaa.cli import saved
from jemaa.cli.moves import move_list, read_move
from jemaa.cli.opponents import Opponent, is_opponent, make_opponent
from jemaa.cli.screen import clear, listed, tinted, wrapped
from jemaa.core.chance import ChanceSource, ManualChance, SeededChance
from jemaa.core.errors import IllegalMove, InvalidNotation, quoted
from jemaa.core.match import Match
from jemaa.core.record import Event
from jemaa.core.state import CHANCE, SPECTATOR, Seat
from jemaa.players.errors import PlayerFault

COMMANDS = {
    "undo": "take back the last decision of a person",
    "board": "show the board again",
    "position": "print the position as one line of text",
    "save FILE": "write the record of the game into a new file",
    "quit": "stop; the game is kept, and `jemaa play --resume` goes on",
    "?": "this list",
}
CHANCE_TAG = "chance"
MANUAL_TAG = "dice"
REMINDER = 3
"""How many events are told again when a game is resumed."""


class Quit(Exception):
    """Somebody wants to stop, or there is no more input."""


class Undo(Exception):
    """Somebody wants to take back, where he was asked for the dice."""


class Session:
    """One game at one keyboard.

    Everything it must remember is in the record: who sits where, the secret of chance, the events.

    Args:
        match: the game, with the tags `seat 0`, `seat 1`, ... and `chance`, but without chance.
        path: where it is kept after every move.
    """

    def __init__(self, match: Match, path: Path) -> None:
        self.match = match
        self.path = path
        self.game = match.game
        secret = bytes.fromhex(match.tags[CHANCE_TAG])
        players = range(match.setup.players)
        names = {seat: match.tags.get(f"seat {seat}", "") for seat in players}
        self.bots: dict[Seat, Opponent] = {
            seat: make_opponent(self.game, name, secret)
            for seat, name in names.items()
            if is_opponent(self.game, name)
        }
        self.people = [seat for seat in players if seat not in self.bots]
        self._manual = MANUAL_TAG in match.tags
        self._chance: ChanceSource = (
            ManualChance(self._ask_chance) if self._manual else SeededChance(secret)
        )
        self._private = self.game.has_secrets and len(self.people) > 1
        self._told: dict[Seat, int] = {}
        self._remind_from = max(0, len(match.events) - REMINDER)
        self._looking: Seat | None = None
        self._shown = False
        self._copies: set[Path] = set()
        self._can_write = True
        self._kept: tuple[Event, ...] | None = None

    def run(self) -> int:
        """Play until the game is over or somebody quits, and give the exit code."""
        try:
            self.match.chance = self._chance
            while not self.match.state.is_over:
                self._go_on()
            self._keep()
            self._finish()
            return 0
        except Quit:
            self._say_goodbye()
            return 0
        except KeyboardInterrupt:
            self._say_goodbye()
            return 130
        except PlayerFault:
            self._say_goodbye()
            raise
        finally:
            for bot in self.bots.values():
                bot.close()

    def _go_on(self) -> None:
        """Let chance, a bot or a person do the next thing."""
        try:
            seat = self.match.state.to_act
            if seat == CHANCE or seat is None:
                self.match.advance()
            elif seat in self.bots:
                move = self.bots[seat].choose(self.match.state.view(seat), len(self.match.events))
                self.match.submit(seat, move)
            else:
                self._ask_move(seat)
        except Undo:
            self._undo()
        self._keep()

    # Showing.

    def _show(self, seat: Seat) -> None:
        """Tell a person what has happened since he was last asked, and show him the board."""
        self._hand_over(seat)
        self._tell()
        print("\n" + tinted(self.game.draw(self.match.state.view(seat))))
        self._shown = True

    def _hand_over(self, seat: Seat) -> None:
        """Let nobody but that person look, where somebody knows what others may not."""
        if self._private and self._looking != seat:
            if self._looking is not None:
                clear()
            self._input(f"Pass the keyboard to {self._name(seat)}; Enter when nobody else looks> ")
            clear()
        self._looking = seat

    def _tell(self) -> None:
        """Tell whoever looks what he has not heard yet; who shares a screen hears the same."""
        listener = self._looking if self._private and self._looking is not None else SPECTATOR
        events = len(self.match.events)
        told = self._told.get(listener, self._remind_from)
        if told < events:
            print()
        for index in range(told, events):
            sentence = self.game.tell(self.match.states[index], self.match.actions[index])
            print(wrapped([sentence]))
        self._told[listener] = events

    def _name(self, seat: Seat) -> str:
        return self.game.seat_name(self.match.state, seat)

    # Asking.

    def _input(self, prompt: str) -> str:
        try:
            typed = " ".join(input(prompt).split())
        except EOFError:
            print()
            raise Quit from None
        if typed.lower() in ("quit", "exit", "q"):
            raise Quit
        return typed

    def _ask_move(self, seat: Seat) -> None:
        if not self._shown:
            self._show(seat)
        typed = self._input(f"{self._name(seat)}, your move (? for help)> ")
        if not typed:
            return
        command, _, rest = typed.partition(" ")
        action = self._commands(seat).get(command.lower())
        if action is None:
            self._move(seat, typed)
        elif rest and command.lower() != "save":
            print(f"{command} stands alone; ? lists what you can type.")
        else:
            action(rest)

    def _commands(self, seat: Seat) -> dict[str, Callable[[str], None]]:
        return {
            "?": lambda _: self._help(seat),
            "help": lambda _: self._help(seat),
            "board": lambda _: self._show(seat),
            "position": lambda _: print(self.match.state.view(seat)),
            "save": self._save,
            "undo": lambda _: self._undo(),
        }

    def _move(self, seat: Seat, typed: str) -> None:
        try:
            self.match.submit(seat, read_move(self.game, typed))
            self._shown = False
        except InvalidNotation as error:
            print(wrapped([f"{error}. Type ? for all you can do now."], indent=""))
        except IllegalMove as error:
            message = f"Not possible: {error.message} (rule {error.clause})."
            print(wrapped([message], indent=""))

    def _help(self, seat: Seat) -> None:
        state = self.match.state
        print("You can type one of these moves.\n")
        print(move_list(state.view(seat).legal(), state))
        print("\nOr one of these words:")
        for word, meaning in COMMANDS.items():
            print(f"  {word:9}  {meaning}")

    def _ask_chance(self, kind: str, choices: tuple[str, ...]) -> str:
        """Ask for what the real die or bag has brought."""
        shown = listed(choices)
        seat = getattr(self.match.state, "seat", None)  # whose die or card it is, if anybody's
        if seat in self.people:
            self._hand_over(seat)
        whose = "" if seat is None else f" for {self._name(seat)}"
        while True:
            typed = self._input(f"What does the table show{whose}? {kind} ({shown})> ")
            if typed.lower() == "undo":
                raise Undo
            for text in (typed, typed.lower(), typed.upper()):
                if text in choices:
                    return text
            print(f"{quoted(typed)} is no {kind}: type {shown}, or undo, or quit.")

    # Taking back.

    def _undo(self) -> None:
        events = self.match.events
        people = [index for index, event in enumerate(events) if event.by in self.people]
        if not people:
            print("There is nothing to take back yet.")
        elif self._reveals(people[-1]):
            print("What has been shown since cannot be hidden again, so it stays as it is.")
        else:
            # Told, not shown as it was typed: that may be known to one person alone.
            done = self.game.tell(self.match.states[people[-1]], self.match.actions[people[-1]])
            self.match.undo_to(people[-1])
            self._shown = False
            self._remind_from = min(self._remind_from, people[-1])
            self._told = {seat: min(told, people[-1]) for seat, told in self._told.items()}
            again = "Type the dice in again." if self._manual else "The same dice will come again."
            print(f"Taken back: {done} {again}")

    def _reveals(self, index: int) -> bool:
        """Tell whether anything secret has come out since that event."""
        if not self.game.has_secrets:
            return False
        since = self.match.events[index:]
        now, then = self.match.state, self.match.states[index]
        return now.phase != then.phase or any(event.by == CHANCE for event in since)

    # Keeping.

    def _keep(self) -> None:
        if not self._can_write or self._kept == self.match.events:
            return
        try:
            saved.write(self.path, self.match.record)
            self._kept = self.match.events
        except OSError as error:
            self._can_write = False
            print(f"This game cannot be kept in {self.path}: {error.strerror}. Use save FILE.")

    def _save(self, name: str) -> None:
        path = Path(name).expanduser()
        if not name:
            print("Write a file name after it, as in: save evening.jemaa")
        elif path.exists() and path not in self._copies:
            print(f"{path} exists already; choose another name.")
        else:
            try:
                saved.write(path, self.match.record)
            except OSError as error:
                print(f"{path} cannot be written: {error.strerror}.")
                return
            self._copies.add(path)
            print(f"Saved in {path}.")

    def _say_goodbye(self) -> None:
        self._keep()
        if self._can_write:
            last = saved.last_unfinished() == self.path
            print(f"\nThe game is kept in {self.path}")
            print(f"To go on: jemaa play --resume{'' if last else f' {self.path}'}")

    def _finish(self) -> None:
        state = self.match.state
        self._tell()
        print("\n" + tinted(self.game.draw(state.view(SPECTATOR))) + "\n")
        for place, seats in enumerate(state.ranking(), 1):
            for seat in seats:
                print(f"  {place}. {self._name(seat)}: {state.scores()[seat]}")
        if self._can_write:
            print(f"\nTo see this game again: jemaa replay {self.path}")
