"""Programs as players, in any language, and our players as programs.

The two talk in lines of text, described in docs/bots.md. A program must not hang, flood or outlive
us, so all reading and writing goes through one loop with a deadline. It gets a process group of its
own, so that whatever it starts can be ended with it, and Ctrl-C in our terminal is not its affair.
`Engine` is the other end: one of our players answers the same lines.
"""

from __future__ import annotations

import os
import selectors
import shlex
import shutil
import signal
import subprocess
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import IO, Any, cast

from jemaa.core.errors import InvalidNotationError, JemaaError, PlayerError, SetupError, quoted
from jemaa.core.game import Game
from jemaa.core.view import View
from jemaa.players.base import Candidate, Decision, Limit, NamedPlayer, Player
from jemaa.players.search import Control

VERSION = 1
"""Rises when a program that follows the older text could misunderstand."""
HELLO = "jemaa"
READY = "ready"
MOVE = "move"
INFO = "info"
ERROR = "error"
QUIT = "quit"
HISTORY = "history"
LONGEST = 4096
"""The most bytes that a program may write in one line."""
POLL = 0.05
"""How many seconds may pass before a cancelled question is noticed."""
GRACE = 0.5
"""How many seconds a program has to end by itself after `quit`."""
REMARK = f"{INFO} ".encode()
"""How a line begins that may come at any time."""
PIPE = 65536
"""How much a pipe usually holds."""
CHUNK = 4096
"""How much is read at once: little, so that a flood cannot outlast the deadline."""
HASTE = 0.8
"""The share of the time after which a player must come to an end: the rest is for the way."""


def hello(game: str) -> str:
    """Return the first line of a conversation.

    >>> hello("marrakech")
    'jemaa 1 marrakech'
    """
    return f"{HELLO} {VERSION} {game}"


def split(line: str) -> tuple[str, str]:
    """Split a line into its first word and the rest, without spaces around either.

    >>> split("move  c3c4 ")
    ('move', 'c3c4')
    """
    word, _, rest = line.strip().partition(" ")
    return word, rest.strip()


class External(NamedPlayer):
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
        self._process: _Process | None = None
        self._game = ""
        self._setup = ""

    def choose(self, view: View, limit: Limit | Control | None = None) -> Decision:
        """Choose a move.

        Raises:
            PlayerError: the program gave no legal move; it has been ended.
        """
        control = limit if isinstance(limit, Control) else Control(limit)
        seconds = min(control.limit.seconds or self.seconds, control.seconds_left)
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

    def _running(self, view: View, control: Control) -> _Process:
        """Return the program, started and greeted."""
        game = view.game.name
        if self._process is not None and self._game != game:
            self.close()
        if self._process is None:
            self._process = _Process(self.name, self.command)
            self._game, self._setup = game, ""
            answer = self._process.ask([hello(game)], self.start, lambda: control.is_stopped)
            self._content(answer, READY)
        return self._process

    def _question(self, view: View, seconds: float) -> list[str]:
        setup = str(view.setup)
        news = [] if setup == self._setup else [f"setup {setup}"]
        self._setup = setup
        past = [f"{HISTORY} {' '.join(view.past)}"] if view.past else []
        legal = " ".join(move.text for move in view.legal())
        return [*news, f"view {view}", *past, f"legal {legal}", f"go {seconds:g}"]

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


class _Process:
    """One running program, asked by `ask`; it is ended by `close`, `kill`, or when Python ends."""

    def __init__(self, name: str, command: str) -> None:
        """Start the program.

        Args:
            name: who is blamed in faults.
            command: the program and its arguments, split as a shell would; no shell runs it.

        Raises:
            PlayerError: it cannot be started.
        """
        self.name = name
        self._said = b""
        self._complaints = b""
        self._unsent = b""
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError, IndexError) as error:
            reason = getattr(error, "strerror", None) or "this is no command"
            raise PlayerError(name, "died", f"the program cannot be started: {reason}") from None
        self._stdin, self._stdout, self._stderr = _pipes(self._process)
        # Runs when this object goes, and at the latest when Python ends.
        self._end = weakref.finalize(self, _end, self._process, os.getpid(), GRACE)

    def ask(
        self, lines: Sequence[str], seconds: float, is_stopped: Callable[[], bool] = lambda: False
    ) -> str:
        """Send lines, and return the line that answers them.

        Raises:
            PlayerError: no answer came, or something else did.
        """
        deadline = monotonic() + seconds
        self._pump(0)
        if self._line() is not None or not REMARK.startswith(self._said[: len(REMARK)]):
            raise self._fault("bad-answer", "the program spoke without being asked")
        self._unsent = "".join(f"{line}\n" for line in lines).encode()
        while (line := self._line()) is None:
            left = deadline - monotonic()
            if left <= 0:
                raise self._fault("too-slow", f"the program gave no answer in {seconds:g} s")
            if is_stopped():
                raise self._fault("too-slow", "the program was stopped before it answered")
            self._pump(min(left, POLL))
        if self._unsent:
            raise self._fault("bad-answer", "the program answered before it had read the question")
        return line

    def close(self) -> None:
        """Ask the program to quit, and end it if it does not."""
        self._end()

    def kill(self) -> None:
        """End the program at once."""
        if self._end.detach():
            _end(self._process, os.getpid(), 0)

    def _pump(self, seconds: float) -> None:
        """Wait that long for something to write or to read, and do it."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._stdout, selectors.EVENT_READ)
            if not self._stderr.closed:
                selector.register(self._stderr, selectors.EVENT_READ)
            if self._unsent:
                selector.register(self._stdin, selectors.EVENT_WRITE)
            ready = [key.fileobj for key, _ in selector.select(seconds)]
        if self._stdin in ready:
            self._write()
        if self._stderr in ready:
            self._hear()
        if self._stdout in ready:
            self._read()

    def _write(self) -> None:
        try:
            written = os.write(self._stdin.fileno(), self._unsent[:CHUNK])
            self._unsent = self._unsent[written:]
        except BrokenPipeError:
            self._unsent = b""  # it may still answer; if it has died, reading tells

    def _hear(self) -> None:
        heard = os.read(self._stderr.fileno(), CHUNK)
        if heard:
            self._complaints = (self._complaints + heard)[-LONGEST:]
        else:
            self._stderr.close()

    def _read(self) -> None:
        said = os.read(self._stdout.fileno(), CHUNK)
        if not said:
            raise self._death()
        self._said += said

    def _line(self) -> str | None:
        """Take the next line that is meant for us; None if it is not here yet."""
        while b"\n" in self._said[: LONGEST + 1]:
            line, _, self._said = self._said.partition(b"\n")
            text = line.decode(errors="replace").strip()
            if text and split(text)[0] != INFO:
                return text
        if len(self._said) > LONGEST:
            raise self._fault("bad-answer", f"the program wrote a line of over {LONGEST} bytes")
        return None

    def _death(self) -> PlayerError:
        with suppress(BlockingIOError):
            for _ in range(PIPE // CHUNK):
                if not self._stderr.closed:
                    self._hear()
        self.kill()
        code = self._process.returncode
        how = "closed its output" if code == -signal.SIGKILL else f"ended with exit code {code}"
        last = self._complaints.decode(errors="replace").strip().splitlines()[-1:]
        words = f"; its last words: {last[0].strip()[:200]}" if last else ""
        return self._fault("died", f"the program {how}{words}")

    def _fault(self, reason: str, message: str) -> PlayerError:
        return PlayerError(self.name, reason, message)


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    """Return the three pipes, made so that neither reading nor writing can ever wait."""
    pipes = cast(
        "tuple[IO[bytes], IO[bytes], IO[bytes]]", (process.stdin, process.stdout, process.stderr)
    )
    for pipe in pipes:
        os.set_blocking(pipe.fileno(), False)
    return pipes


def _end(process: subprocess.Popen[bytes], owner: int, grace: float) -> None:
    """End a program with everything it has started."""
    if os.getpid() != owner:
        return  # a forked copy of us: the program is not the copy's to end
    if grace and process.stdin is not None and process.stdout is not None:
        with suppress(OSError):
            os.write(process.stdin.fileno(), f"{QUIT}\n".encode())
        process.stdin.close()
        _await_end(process.stdout, grace)
    # The group goes before its first process is waited for: until then its number is not reused.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()


def _await_end(stdout: IO[bytes], seconds: float) -> None:
    deadline = monotonic() + seconds
    with selectors.DefaultSelector() as selector:
        selector.register(stdout, selectors.EVENT_READ)
        while (left := deadline - monotonic()) > 0:
            if selector.select(left) and not os.read(stdout.fileno(), CHUNK):
                return


class Engine:
    """Answers the lines of docs/bots.md for one player; it reads and writes nothing itself."""

    def __init__(self, game: Game[Any, Any], player: Player) -> None:
        """Serve a player of a game."""
        self.game = game
        self.player = player
        self.is_over = False
        """Whether `quit` has been said."""
        self._greeted = False
        self._view: View | None = None

    def answer(self, line: str) -> str | None:
        """Answer one line; None where nothing is to be said.

        An error is answered too, as `error` and one sentence, and the conversation goes on.
        """
        word, rest = split(line)
        try:
            return self._answer(word, rest) if word else None
        except JemaaError as error:
            return f"{ERROR} {' '.join(str(error).split())}"

    def _answer(self, word: str, rest: str) -> str | None:
        if word == QUIT:
            self.is_over = True
            return None
        if word == HELLO:
            return self._greet(rest)
        if not self._greeted:
            raise InvalidNotationError(f"the first line must be {hello(self.game.name)!r}")
        if word == "setup":
            self.game.setup_type.parse(rest)
        elif word == "view":
            self._view = None
            self._view = self.game.parse_view(rest)
        elif word == HISTORY:
            self._view = None if self._view is None else self._view.with_past_text(rest)
        elif word == "go":
            return f"{MOVE} {self._choose(rest)}"
        elif word != "legal":  # we know the rules
            raise InvalidNotationError(f"{quoted(word)} is not understood")
        return None

    def _greet(self, rest: str) -> str:
        if rest.split() != [str(VERSION), self.game.name]:
            raise InvalidNotationError(f"this program answers only {hello(self.game.name)!r}")
        self._greeted = True
        return f"{READY} jemaa {self.player.name}"

    def _choose(self, seconds: str) -> str:
        if self._view is None or not self._view.legal():
            raise InvalidNotationError("there is no view of a seat that is to move")
        control = Control()
        control.stop_within(HASTE * _read_seconds(seconds))
        return self.player.choose(self._view, control).move.text


def _read_seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1e6:
        raise InvalidNotationError(f"{quoted(text)} is no number of seconds")
    return seconds
