"""The process that thinks: it reads questions from a pipe and writes the answers.

For a bot it gets a view only, so a bot cannot know more than its seat. It ends when the pipe is
closed, also when the server was killed. It loads nothing of the server but `thinking`.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread

import msgspec

from jemaa import catalog
from jemaa.players.search import Control
from jemaa.server.thinking import Cancel, Decide, Decided, Studied, Study, decide, study

NICENESS = 10
"""How far thinking stands back behind the server itself, if nothing else is given."""


def main() -> None:
    """Answer questions until the pipe is closed."""
    # Ctrl-C in a terminal reaches the whole group; the server ends us in its own time.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.nice(int(sys.argv[1]) if len(sys.argv) > 1 else NICENESS)
    questions: SimpleQueue[tuple[Decide | Study, Control]] = SimpleQueue()
    Thread(target=_read, args=(questions,), daemon=True).start()
    for game in catalog.GAMES:  # loaded now, so that the first bot does not have to wait for it
        catalog.game(game)
        catalog.engines(game)
    while True:
        question, control = questions.get()
        sys.stdout.buffer.write(msgspec.json.encode(_found(question, control)) + b"\n")
        sys.stdout.buffer.flush()


def _found(question: Decide | Study, control: Control) -> Decided | Studied:
    return decide(question, control) if isinstance(question, Decide) else study(question, control)


def _read(questions: SimpleQueue[tuple[Decide | Study, Control]]) -> None:
    decoder = msgspec.json.Decoder(Decide | Study | Cancel)
    controls: dict[int, Control] = {}
    for line in sys.stdin.buffer:
        message = decoder.decode(line)
        if isinstance(message, Cancel):
            if message.number in controls:
                controls[message.number].cancel()
        else:
            controls = {message.number: Control()}
            questions.put((message, controls[message.number]))
    os._exit(0)  # the main thread may be deep in a search


if __name__ == "__main__":
    main()
