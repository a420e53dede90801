"""What was typed or is kept in files, as values: games, setups, positions, moves, records."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import platformdirs

from jemaa import catalog
from jemaa.core.actions import Move
from jemaa.core.errors import InvalidNotationError, InvalidRecordError, SetupError, quoted
from jemaa.core.game import Game
from jemaa.core.match import Match
from jemaa.core.record import RECORD_SIZE, Record
from jemaa.core.setup import TEXT_SIZE
from jemaa.core.state import State
from jemaa.core.view import View

SUFFIX = ".jemaa"


def games_folder() -> Path:
    """Return the folder of the kept games: where this platform wants a user's data."""
    return platformdirs.user_data_path("jemaa", appauthor=False) / "games"


def new_file(game: str) -> Path:
    """Name the file of a game that begins now; no two games get the same."""
    stem = f"{time.strftime('%Y-%m-%d-%H%M%S')}-{game}"
    path = games_folder() / (stem + SUFFIX)
    count = 1
    while path.exists():
        count += 1
        path = games_folder() / f"{stem}-{count}{SUFFIX}"
    return path


def last_unfinished() -> Path | None:
    """Return the kept game that was played last and is not over."""
    return next(_unfinished(), None)


def _unfinished() -> Iterator[Path]:
    files = list(games_folder().glob("*" + SUFFIX))
    for path in sorted(files, key=lambda file: (file.stat().st_mtime_ns, file.name), reverse=True):
        try:
            record = Record.parse(read_text(str(path)))
        except (InvalidNotationError, OSError):
            continue  # somebody else's file, or beyond repair
        if not record.result:
            yield path


def write(path: Path, record: Record) -> None:
    """Write a record so that the file is always whole: the old one or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with open(number, "w", encoding="utf-8", newline="\n") as file:
            file.write(str(record))
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def read_text(name: str, most: int = RECORD_SIZE) -> str:
    """Read a text file, or the standard input for `-`.

    Of a text that is longer than `most` characters one more is read: enough for whoever reads
    on to refuse it.

    Raises:
        InvalidNotationError: it is not text, or there is no such file.
    """
    if name == "-":
        return sys.stdin.read(most + 1)
    try:
        with Path(name).open(encoding="utf-8") as file:
            return file.read(most + 1)
    except FileNotFoundError:
        raise InvalidNotationError(f"there is no file {quoted(name)}", name) from None
    except UnicodeDecodeError:
        raise InvalidNotationError(
            f"{name}: it cannot be read, it is not even text", name
        ) from None


def open_as_far(text: str) -> tuple[Match, str]:
    """Replay a record as far as it can be read.

    Returns:
        The match, and what is wrong with the record; empty when nothing is.

    Raises:
        InvalidRecordError: not even the header can be read.
        JemaaError: there is no such game, or the setup is wrong.
    """
    record = _read_as_far(text)
    game = catalog.game(record.game)
    try:
        return Match.replay(game, record), record.damage
    except InvalidRecordError as error:
        whole = min(error.line - record.line_of(0), len(record.events))
        rest = replace(record, events=record.events[:whole], result="", damage=str(error))
        return Match.replay(game, rest), str(error)


def _read_as_far(text: str) -> Record:
    try:
        return Record.parse(text)
    except InvalidRecordError as error:
        above = text.split("\n", error.line - 1)[: error.line - 1]
        try:
            record = Record.parse("".join(line + "\n" for line in above))
        except InvalidRecordError:
            raise error from None
        return replace(record, damage=str(error))


def find_game(name: str) -> Game[Any, Any]:
    """Return a game by its name, in capitals or with its proper letters too: `Façir`."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(c for c in letters if not unicodedata.combining(c))
    return catalog.game(plain if plain in catalog.GAMES else name)


def read_setup(game: Game[Any, Any], options: argparse.Namespace) -> Any:
    """Return the setup that `--players` and `--set` ask for."""
    settings: dict[str, Any] = {}
    files: dict[str, str] = {}
    if options.players is not None:
        settings["players"] = options.players
    for pair in options.set:
        name, equals, value = pair.partition("=")
        name = name.replace("-", "_")  # as the text of a setup has it
        if not equals:
            known = ", ".join(game.setup_type.names())
            raise SetupError(pair, f"write --set name=value; the names are {known}")
        if name in settings or name in files:
            raise SetupError(name, "is given twice")
        if value.startswith("@"):
            files[name] = value[1:]
        else:
            settings[name] = game.setup_type.read(name, value)
    # Last, because other settings say how a file is read, wherever they stand.
    for name, file in files.items():
        text = read_text(file, TEXT_SIZE)
        settings[name] = catalog.setting_from_text(game.name, name, text, settings)
    return game.setup(**settings)


def read_position(words: Sequence[str]) -> State | View:
    """Read a position or a view from the words of a command line, or from the input for `-`."""
    given = " ".join(words)
    text = (read_text("-", TEXT_SIZE) if given == "-" else given).strip()
    return catalog.parse_view(text) if text.startswith("@") else catalog.parse(text)


def read_move(game: Game[Any, Any], typed: str) -> Move:
    """Read a move as people type it: in small or capital letters, with spaces or dashes inside.

    Raises:
        InvalidNotationError: it is no move of the game.
    """
    plain = typed.replace(" ", "").replace("-", "")
    for text in (plain, plain.lower(), plain.upper()):
        try:
            return game.move(text)
        except InvalidNotationError:
            continue
    return game.move(typed)
