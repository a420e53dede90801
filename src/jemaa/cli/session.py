"""One game in the terminal: shows, asks, moves, keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from jemaa.cli import files, lookup
from jemaa.cli.bots import Bot, is_bot, make_bot
from jemaa.cli.files import read_move
from jemaa.cli.terminal import (
    Words,
    ask,
    clear,
    columns,
    forget_typed,
    offer_words,
    painted,
    table,
    wrapped,
)
from jemaa.core.chance import ChanceSource, ManualChance, SeededChance
from jemaa.core.errors import IllegalMoveError, InvalidNotationError, PlayerError, quoted
from jemaa.core.match import Done, Match, shows_hidden, undo_count
from jemaa.core.record import Event
from jemaa.core.state import CHANCE, SPECTATOR, Seat

COMMANDS = ("hint", "odds", "rules", "log", "undo", "board", "position", "save", "quit", "help")
"""The words that can be typed instead of a move, in every language."""
AT_DICE = tuple(name for name in COMMANDS if name not in ("hint", "odds"))
"""Those that can be typed where dice or cards are asked for: nobody has to choose there."""
OTHERWISE = {"?": "help", "exit": "quit", "q": "quit"}
"""Other ways to write some of them."""
CHANCE_TAG = "chance"
MANUAL_TAG = "dice"
REMINDER = 3
"""How many events are told again when a game is resumed."""
QUESTIONS = {"roll": "marrakech.ask-die", "draw": "marrakech.ask-draw", "deal": "ask-deal"}
"""How people are asked for what chance has brought, by its kind."""
RESUME = "jemaa play --resume"
Actions: TypeAlias = dict[str, Callable[[str], None]]
"""What the words do, by their English names; each is given what was typed behind it."""


class Quit(Exception):
    """Somebody wants to stop, or there is no more input."""


class Undo(Exception):
    """Somebody wants to take back, where they were asked for the dice."""


def _leave_dice() -> None:
    raise Undo


class Session:
    """One game at one keyboard.

    Everything it must remember is in the record: who sits where, the secret of chance, the events.

    Args:
        match: the game, with the tags `seat 0`, `seat 1`, ... and `chance`, but without chance.
        path: where it is kept after every move.
        words: the language that is spoken.
    """

    def __init__(self, match: Match, path: Path, words: Words) -> None:
        self.match = match
        self.path = path
        self.words = words
        self.game = match.game
        secret = bytes.fromhex(match.tags[CHANCE_TAG])
        players = range(match.setup.players)
        names = {seat: match.tags.get(f"seat {seat}", "") for seat in players}
        self.bots: dict[Seat, Bot] = {
            seat: make_bot(self.game, name, secret, words)
            for seat, name in names.items()
            if is_bot(self.game, name)
        }
        self.people = [seat for seat in players if seat not in self.bots]
        self._manual = MANUAL_TAG in match.tags
        self._chance: ChanceSource = (
            ManualChance(self._ask_chance) if self._manual else SeededChance(secret)
        )
        self._private = self.game.has_secrets and len(self.people) > 1
        self._commands = words.commands(COMMANDS) | OTHERWISE
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
        except PlayerError:
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
                self.match.submit(seat, self.bots[seat].choose(self.match.view(seat)))
            else:
                self._ask_move(seat)
        except Undo:
            self._undo()
        self._keep()

    # Showing.

    def _say(self, key: str, **params: str | int) -> None:
        """Print a text of the catalogue, in lines that fit the screen."""
        print(wrapped([self.words(key, **params)], indent=""))

    def _show(self, seat: Seat) -> None:
        """Tell a person what has happened since they were last asked, and show them the board."""
        self._hand_over(seat)
        self._tell()
        self._draw(seat)
        self._shown = True

    def _draw(self, seat: Seat) -> None:
        view = self.match.state.view(seat)
        print("\n" + painted(self.game.picture(view, self.words.language, columns())))

    def _hand_over(self, seat: Seat) -> None:
        """Let nobody but that person look, where somebody knows what others may not."""
        if self._private and self._looking != seat:
            if self._looking is not None:
                clear()
            forget_typed()
            self._input(self.words("pass", name=self._name(seat)))
            clear()
        self._looking = seat

    def _tell(self) -> None:
        """Tell whoever looks what they have not heard; who shares a screen hears the same."""
        listener = self._looking if self._private and self._looking is not None else SPECTATOR
        events = len(self.match.events)
        told = self._told.get(listener, self._remind_from)
        if told < events:
            print()
        for index in range(told, events):
            print(wrapped([lookup.told(self.match, index, self.words)]))
        self._told[listener] = events

    def _name(self, seat: Seat) -> str:
        return self.game.seat_name(self.match.state, seat, self.words.language)

    # Asking.

    def _input(self, question: str) -> str:
        try:
            typed = " ".join(ask(question).split())
        except EOFError:
            print()
            raise Quit from None
        if self._commands.get(typed.lower()) == "quit":
            raise Quit
        return typed

    def _ask_move(self, seat: Seat) -> None:
        if not self._shown:
            self._show(seat)
        offer_words(lambda: [*self._commands, *(move.text for move in self.match.state.legal())])
        typed = self._input(self.words("prompt", name=self._name(seat)))
        if typed and not self._obey(typed, self._actions(seat)):
            self._move(seat, typed)

    def _obey(self, typed: str, actions: Actions) -> bool:
        """Do what somebody asks for with one of our words; tell whether it was one."""
        first, _, rest = typed.partition(" ")
        command = self._commands.get(first.lower())
        if command is not None and rest and command not in ("save", "rules"):
            self._say("stands-alone", word=first)
        elif command in actions:
            actions[command](rest)
        else:
            return False
        return True

    def _actions(self, seat: Seat) -> Actions:
        view = self.match.view(seat)
        return {
            "hint": lambda _: lookup.hint(view, self.words),
            "odds": lambda _: lookup.odds(view, self.words),
            "rules": lambda rest: lookup.rules(self.game.name, rest, self.words),
            "log": lambda _: lookup.log(self.match, self.words),
            "undo": lambda _: self._undo(),
            "board": lambda _: self._draw(seat),
            "position": lambda _: print(view),
            "save": self._save,
            "help": lambda _: self._help(),
        }

    def _move(self, seat: Seat, typed: str) -> None:
        try:
            self.match.submit(seat, read_move(self.game, typed))
            self._shown = False
        except InvalidNotationError:
            self._say("no-move", typed=quoted(typed))
        except IllegalMoveError as error:
            print(wrapped([lookup.refused(error, self.words)], indent=""))

    def _help(self) -> None:
        self._say("moves")
        print("\n" + lookup.move_list(self.match.state, self.words) + "\n")
        self._list_words(COMMANDS)

    def _list_words(self, names: Sequence[str]) -> None:
        self._say("words")
        file = self.words("word-file")
        rows = {
            f"{self.words(f'word-{name}')}{f' {file}' if name == 'save' else ''}": self.words(
                f"does-{name}", command=RESUME
            )
            for name in names
        }
        print(table(rows))

    def _ask_chance(self, kind: str, choices: tuple[str, ...]) -> str:
        """Ask for what the real die or bag has brought."""
        typed_as = self._outcomes(kind, choices)
        shown = self.words.listed(typed_as, "or")
        seat = getattr(self.match.state, "seat", None)  # whose die or card it is, if anybody's
        if seat in self.people:
            self._hand_over(seat)
        name = self._name(seat) if seat is not None else ""
        actions = self._actions_at_dice(seat, shown)
        words = [typed for typed, command in self._commands.items() if command in AT_DICE]
        offer_words(lambda: [*typed_as, *words])
        while True:
            typed = self._input(f"{self.words(QUESTIONS[kind], name=name)} ({shown})")
            # The letters of the language come first: one may stand for another colour in records.
            for known in (typed_as, {text: text for text in choices}):
                for written, text in known.items():
                    if typed.casefold() == written.casefold():
                        return text
            if not self._obey(typed, actions):
                undo, leave = self.words("word-undo"), self.words("word-quit")
                said = quoted(typed)
                self._say("no-outcome", typed=said, choices=shown, undo=undo, quit=leave)

    def _actions_at_dice(self, seat: Seat | None, choices: str) -> Actions:
        """Return what somebody may ask for who is asked for dice; of a bot's card they see none."""
        actions = self._actions(seat if seat in self.people else SPECTATOR)
        own = {"undo": lambda _: _leave_dice(), "help": lambda _: self._help_at_dice(choices)}
        return {name: own.get(name, actions[name]) for name in AT_DICE if name != "quit"}

    def _help_at_dice(self, choices: str) -> None:
        self._say("outcomes", choices=choices)
        self._list_words(AT_DICE)

    def _outcomes(self, kind: str, choices: tuple[str, ...]) -> dict[str, str]:
        """Return what people type for each outcome: colours have letters in every language."""
        if kind != "draw":
            return {text: text for text in choices}
        return {self.words(f"pieces.letter-{text}").lower(): text for text in choices}

    # Taking back.

    def _undo(self) -> None:
        """Take the last move of a person back, with what bots and dice have done since."""
        events = self.match.events
        count = undo_count(self._backwards(), self.people)
        if count is not None:
            self._take_back(len(events) - count)
        elif any(event.by in self.people for event in events):
            self._say("undo-shown")
        else:
            self._say("undo-nothing")

    def _backwards(self) -> Iterator[Done]:
        states, events = self.match.states, self.match.events
        for index in reversed(range(len(events))):
            by = events[index].by
            # The same dice fall again; but a card that somebody has seen cannot be unseen.
            yields = by in self.bots or (by == CHANCE and not self.game.has_secrets)
            yield Done(by, shows_hidden(states[index], states[index + 1]), yields)

    def _take_back(self, index: int) -> None:
        # Told, not shown as it was typed: that may be known to one person alone.
        done = self.words("undone", told=lookup.told(self.match, index, self.words))
        has_chance = any(event.by == CHANCE for event in self.match.events[index:])
        self.match.undo_to(index)
        self._shown = False
        self._remind_from = min(self._remind_from, index)
        self._told = {seat: min(told, index) for seat, told in self._told.items()}
        again = [self.words("type-again" if self._manual else "same-again")] if has_chance else []
        print(wrapped([done, *again], indent=""))

    # Keeping.

    def _keep(self) -> None:
        if not self._can_write or self._kept == self.match.events:
            return
        try:
            files.write(self.path, self.match.record)
            self._kept = self.match.events
        except OSError as error:
            self._can_write = False
            command = f"{self.words('word-save')} {self.words('word-file')}"
            why = error.strerror or str(error)
            print(self.words("not-kept", path=str(self.path), why=why, command=command))

    def _save(self, name: str) -> None:
        path = Path(name).expanduser()
        if not name:
            self._say("save-name", example=f"{self.words('word-save')} evening.jemaa")
        elif path.exists() and path not in self._copies:
            print(self.words("save-exists", path=str(path)))
        else:
            try:
                files.write(path, self.match.record)
            except OSError as error:
                why = error.strerror or str(error)
                print(self.words("save-failed", path=str(path), why=why))
                return
            self._copies.add(path)
            print(self.words("saved", path=str(path)))

    def _say_goodbye(self) -> None:
        self._keep()
        if self._can_write:
            last = files.last_unfinished() == self.path
            print("\n" + self.words("kept", path=str(self.path)))
            command = RESUME if last else f"{RESUME} {self.path}"
            print(self.words("go-on", command=command))

    def _finish(self) -> None:
        state = self.match.state
        self._tell()
        self._draw(SPECTATOR)
        print()
        for place, seats in enumerate(state.ranking(), 1):
            for seat in seats:
                print(f"  {place}. {self._name(seat)}: {state.scores()[seat]}")
        if self._can_write:
            print("\n" + self.words("see-again", command=f"jemaa replay {self.path}"))
