"""Records of games as tables to learn from: `jemaa dataset`.

A row is one decision: what the seat saw, what it could do, what it did, and how the game ended for
it. Games are read one after another and written in parts, so files of any size need little memory.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from jemaa import catalog
from jemaa.core.actions import Move
from jemaa.core.errors import InvalidRecordError, SetupError, quoted, require
from jemaa.core.game import Game
from jemaa.core.match import Match
from jemaa.core.record import Record, split_records
from jemaa.core.setup import one_of
from jemaa.core.state import State

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = require("numpy", "data")

FORMS = ("parquet", "npz")
ABOUT = "_about.json"
"""What the tables mean; readers of Parquet leave out a file that begins like this."""
ROWS = 65_536
"""So many rows a part has, if nobody says otherwise."""
MOST_ROWS = 10_000_000
NOTICE = 100
"""After so many games it is told how far the work has come."""


class Progress(NamedTuple):
    """What has been done since the last one.

    Attributes:
        read: bytes of the files.
        games: games that are in the table now.
        rows: decisions of these games.
        skipped: games that are not over, or whose records are cut off.
    """

    read: int
    games: int
    rows: int
    skipped: int


def write_dataset(
    files: Sequence[Path | str], folder: Path | str, *, form: str = "parquet", rows: int = ROWS
) -> Iterator[Progress]:
    """Turn records into a table, and tell from time to time how far it has come.

    Args:
        files: files with any number of records of one game, as `jemaa arena --records` writes them.
        folder: where the parts go; there must be no table in it yet.
        form: `parquet`, which needs pyarrow, or `npz`, archives of numpy.
        rows: how many rows a part has at most.

    Raises:
        SetupError: an argument has a wrong value, a record breaks the rules or is of another game.
        MissingExtraError: pyarrow is not installed.
    """
    one_of("form", form, FORMS)
    if type(rows) is not int or not 1 <= rows <= MOST_ROWS:
        raise SetupError("rows", f"{quoted(rows)} is not possible; choose 1 to {MOST_ROWS:,}")
    if form == "parquet":
        require("pyarrow.parquet", "data")
    if isinstance(files, (str, Path)):
        raise SetupError("files", f"{quoted(str(files))} is one file; give a list of files")
    out = Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    if (out / ABOUT).exists():
        raise SetupError("out", f"there is a table in {quoted(str(out))} already; choose another")
    if any(out.glob("part-*")):
        raise SetupError(
            "out", f"a table in {quoted(str(out))} was not finished; remove it or choose another"
        )
    return _write(files, out, form, rows)


def _write(files: Sequence[Path | str], out: Path, form: str, rows: int) -> Iterator[Progress]:
    table: _Table | None = None
    read = games = decisions = skipped = 0
    for file in files:
        for record, size in _records(Path(file)):
            if table is None:
                table = _Table(catalog.game(record.game), out, form, rows)
            added = table.add(_named(file), record)
            read += size
            games += added > 0
            decisions += added
            skipped += added == 0
            if games + skipped == NOTICE:
                yield Progress(read, games, decisions, skipped)
                read = games = decisions = skipped = 0
    if table is None:
        raise SetupError("files", "there is no record in them")
    table.close()
    yield Progress(read, games, decisions, skipped)


def _records(path: Path) -> Iterator[tuple[Record, int]]:
    """Go through the records of a file, each with how many bytes were read for it."""
    with path.open("rb") as source:
        lines = _Lines(source)
        try:
            for record in split_records(lines):
                yield record, lines.taken()
        except InvalidRecordError as error:
            raise SetupError(_named(path), str(error)) from error


def _named(path: Path | str) -> str:
    """Return a file for a message: of a long path the end, which says most."""
    text = str(path)
    return text if len(text) <= 70 else f"…{text[-69:]}"


class _Lines:
    """The lines of a file, and how many bytes have been read since they were last asked for."""

    def __init__(self, source: BinaryIO) -> None:
        self._source = source
        self._size = 0

    def __iter__(self) -> Iterator[str]:
        for line in self._source:
            self._size += len(line)
            yield line.decode("utf-8", "replace")

    def taken(self) -> int:
        size, self._size = self._size, 0
        return size


class _Table:
    """Gathers rows, and writes a part whenever there are enough."""

    def __init__(self, game: Game[Any, Any], out: Path, form: str, rows: int) -> None:
        self._game = game
        self._observer = game.observer
        self._layout = layout = game.observer.layout
        self._out, self._form, self._rows = out, form, rows
        self._columns: dict[str, NDArray[Any]] = {
            "game": np.zeros(rows, np.int32),
            "decision": np.zeros(rows, np.int32),
            "seat": np.zeros(rows, np.int8),
            "players": np.zeros(rows, np.int8),
            "planes": np.zeros((rows, layout.plane_size), np.uint8),
            "scalars": np.zeros((rows, layout.scalar_size), np.float32),
            "mask": np.zeros((rows, layout.packed_size), np.uint8),
            "action": np.zeros(rows, np.int32),
            "share": np.zeros(rows, np.float32),
            "score": np.zeros(rows, np.int32),
        }
        self._names: list[str] = []
        self._games = self._parts = self._total = 0

    def add(self, file: str, record: Record) -> int:
        """Add all decisions of a game and return how many; none of a game that is not over."""
        if record.game != self._game.name:
            raise SetupError(
                file,
                f"line {record.first_line} is of a game of {record.game}, those before are of"
                f" {self._game.name}; a table is of one game",
            )
        if record.damage or not record.result:
            return 0
        try:
            match = Match.replay(self._game, record)
        except InvalidRecordError as error:
            raise SetupError(file, str(error)) from error
        shares, scores = match.state.returns(), match.state.scores()
        count = 0
        for state, action in zip(match.states, match.actions, strict=False):
            if isinstance(action, Move):
                seat = state.to_act or 0
                self._add(state, action.id, (count, seat, shares[seat], scores[seat]))
                self._names.append(record.tags.get(f"seat {seat}", ""))
                count += 1
                if len(self._names) == self._rows:
                    self._flush()
        self._games += 1
        return count

    def _add(self, state: State, action: int, facts: tuple[int, int, float, int]) -> None:
        row, columns = len(self._names), self._columns
        columns["decision"][row], seat, columns["share"][row], columns["score"][row] = facts
        columns["game"][row] = self._games
        columns["seat"][row] = seat
        columns["players"][row] = state.setup.players
        columns["action"][row] = action
        self._observer.observe_into(state, seat, columns["planes"][row], columns["scalars"][row])
        self._observer.pack_into(state, columns["mask"][row])

    def _flush(self) -> None:
        count = len(self._names)
        if not count:
            return
        path = self._out / f"part-{self._parts:05}.{self._form}"
        columns = {name: column[:count] for name, column in self._columns.items()}
        # Under another name until it is whole: whoever reads meanwhile sees no half of it.
        begun = self._out / f".{path.name}"
        write = _write_parquet if self._form == "parquet" else _write_npz
        write(begun, columns, self._names)
        os.replace(begun, path)
        self._names = []
        self._parts += 1
        self._total += count

    def close(self) -> None:
        """Write what is left, and what it all means."""
        self._flush()
        layout = self._layout
        about = {
            "game": layout.game,
            "layout": layout.version,
            "games": self._games,
            "rows": self._total,
            "parts": self._parts,
            "plane_shape": layout.plane_shape,
            "planes": [name for name, _ in layout.planes],
            "scalars": [[part.name, part.size] for part in layout.scalars],
            "actions": layout.actions,
            "mask": "one bit for an action, lowest first",
        }
        # It comes last and whole: without it, nobody takes some parts for a table.
        begun = self._out / f".{ABOUT}"
        begun.write_text(json.dumps(about, indent=1, ensure_ascii=False) + "\n", "utf-8")
        os.replace(begun, self._out / ABOUT)


def _write_parquet(path: Path, columns: dict[str, NDArray[Any]], names: list[str]) -> None:
    arrow, parquet = require("pyarrow", "data"), require("pyarrow.parquet", "data")
    arrays = {
        name: arrow.FixedSizeListArray.from_arrays(arrow.array(column.reshape(-1)), column.shape[1])
        if column.ndim > 1
        else arrow.array(column)
        for name, column in columns.items()
    }
    arrays["player"] = arrow.array(names).dictionary_encode()
    parquet.write_table(arrow.table(arrays), path, compression="zstd")


def _write_npz(path: Path, columns: dict[str, NDArray[Any]], names: list[str]) -> None:
    with path.open("wb") as file:
        arrays: dict[str, Any] = {"player": np.array(names, np.str_), **columns}
        np.savez_compressed(file, **arrays)


def read_dataset(folder: Path | str) -> Iterator[dict[str, NDArray[Any]]]:
    """Yield the parts of a table one after another, as arrays by the names of the columns.

    Planes have their shape, and the mask has a byte for each action.

    Raises:
        SetupError: there is no table in the folder, or not all of it.
        MissingExtraError: pyarrow is not installed, and the parts are in Parquet.
    """
    path = Path(folder)
    if not (path / ABOUT).exists():
        raise SetupError("folder", f"there is no table of jemaa dataset in {quoted(str(path))}")
    try:
        about = json.loads((path / ABOUT).read_text("utf-8"))
        expected = int(about["parts"])
    except (ValueError, TypeError, KeyError):
        raise SetupError("folder", f"{ABOUT} in {quoted(str(path))} cannot be read") from None
    parts = sorted(path.glob("part-*"))
    if len(parts) != expected:
        raise SetupError(
            "folder", f"{quoted(str(path))} has {len(parts)} parts of a table of {expected}"
        )
    return _parts(parts, about)


def _parts(paths: Iterable[Path], about: dict[str, Any]) -> Iterator[dict[str, NDArray[Any]]]:
    for path in paths:
        columns = _read_parquet(path) if path.suffix == ".parquet" else dict(np.load(path))
        rows = len(columns["action"])
        columns["planes"] = columns["planes"].reshape(rows, *about["plane_shape"])
        columns["mask"] = np.unpackbits(
            columns["mask"], axis=1, count=about["actions"], bitorder="little"
        )
        yield columns


def _read_parquet(path: Path) -> dict[str, NDArray[Any]]:
    table = require("pyarrow.parquet", "data").read_table(path)
    found = {}
    for name in table.column_names:
        column = table[name].combine_chunks()
        inner = getattr(column.type, "list_size", 0)
        if inner:
            found[name] = column.flatten().to_numpy().reshape(-1, inner)
        else:
            found[name] = column.to_numpy(zero_copy_only=False)
    return found
