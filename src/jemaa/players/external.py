"""Other people's players: a program in any language, run as a process of its own."""

from __future__ import annotations

import os
import shlex
import shutil
from typing import Any

from jemaa.core.errors import InvalidNotationError, PlayerError, SetupError, quoted
from jemaa.core.view import View
from jemaa.players.control import Control
from jemaa.players.limit import Limit
from jemaa.players.player import Candidate, Decision
from jemaa.players.process import BotProcess
from jemaa.players.protocol import ERROR, MOVE, READY, hello, split


class External:
    """Asks a program in any language for its moves.

    docs/bots.md tells how the two talk. The program is started when the first move is asked for;
    there is one for each player object. It is shown views, like every player. A copy or a pickle
    starts a program of its own.
    """

    def __init__(self, command: str, seconds: float = 5.0, start: float = 10.0) -> None:
        """Make a player; nothing is started yet.

        Args:
            command: the program and its arguments; no shell runs it.
            seconds: how long it may think about a move.
            start: how long it may take to begin.

        Raises:
            SetupError: there is no such program, or it may not be run.
        """
        if os.name != "posix":  # pragma: no cover
            raise SetupError("external", "programs can play only on Linux, macOS and the like")
        for field, value in (("seconds", seconds), ("start", start)):
            if value <= 0:
                raise SetupError(f"external({field})", f"{value:g} is too little; choose above 0")
        _check_command(command)
        self.name = f'external("{command}")'
        self.command = command
        self.seconds = seconds
        self.start = start
        self._process: BotProcess | None = None
        self._game = ""
        self._setup = ""

    def choose(self, view: View, limit: Limit | Control | None = None) -> Decision:
        """Choose a move.

        Raises:
            PlayerError: the program gave no legal move; it has been ended.
        """
        control = limit if isinstance(limit, Control) else Control(limit)
        seconds = control.limit.seconds or self.seconds
        try:
            process = self._running(view, control)
            answer = process.ask(self._question(view, seconds), seconds, lambda: control.is_stopped)
            return self._decision(view, answer)
        except BaseException:
            # After a fault or an interrupt, an answer that is still to come would be mistaken for
            # the answer to the next question.
            self._kill()
            raise

    def close(self) -> None:
        """Let the program quit; another move would start it again."""
        if self._process is not None:
            self._process.close()
        self._process = None

    def __reduce__(self) -> tuple[Any, ...]:
        # The process stays here.
        return External, (self.command, self.seconds, self.start), {"name": self.name}

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
        self._process = None

    def _running(self, view: View, control: Control) -> BotProcess:
        """Return the program, started and greeted."""
        game = view.game.name
        if self._process is not None and self._game != game:
            self.close()
        if self._process is None:
            self._process = BotProcess(self.name, self.command)
            self._game, self._setup = game, ""
            answer = self._process.ask([hello(game)], self.start, lambda: control.is_stopped)
            self._content(answer, READY)
        return self._process

    def _question(self, view: View, seconds: float) -> list[str]:
        setup = str(view.setup)
        news = [] if setup == self._setup else [f"setup {setup}"]
        self._setup = setup
        legal = " ".join(move.text for move in view.legal())
        return [*news, f"view {view}", f"legal {legal}", f"go {seconds:g}"]

    def _decision(self, view: View, answer: str) -> Decision:
        text = self._content(answer, MOVE)
        try:
            move = view.game.move(text)
        except InvalidNotationError:
            raise self._fault("bad-answer", f"{quoted(text)} is no move of this game") from None
        if move not in view.legal():
            raise self._fault("illegal-move", f"{move} is not allowed now ({view})")
        return Decision(move, (Candidate(move, (), 1.0),))

    def _content(self, answer: str, wanted: str) -> str:
        """Return what follows the wanted word."""
        word, rest = split(answer)
        if word == ERROR:
            raise self._fault("bad-answer", f"the program reports an error: {rest[:200]}")
        if word != wanted:
            raise self._fault(
                "bad-answer", f"{quoted(answer)} does not begin with {quoted(wanted)}"
            )
        return rest

    def _fault(self, reason: str, message: str) -> PlayerError:
        return PlayerError(self.name, reason, message)


def _check_command(command: str) -> None:
    """Refuse at once what could only fail later, in the middle of a game."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise SetupError("external", f"{quoted(command)} is no command: {error}") from None
    if not words:
        raise SetupError("external", "the command is empty; name a program")
    program = words[0]
    if shutil.which(program) is None:
        there = os.path.isfile(program)
        why = "may not be run; chmod +x allows it" if there else "cannot be found"
        raise SetupError("external", f"the program {quoted(program)} {why}")
