"""A hash of everything that decides a move: two equal ones promise equal games."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import jemaa

BUILT = (".so", ".pyd", ".pyc")
TALK = {
    *(f"core/{name}.py" for name in ("errors", "game", "match", "picture", "record", "testing")),
    *(f"players/{name}.py" for name in ("errors", "explanation", "external", "process")),
    *("players/protocol.py", "players/service.py"),
}
"""Modules that carry moves, tell of them or complain, but never choose one."""
TALK_OF_A_GAME = (
    *("game.py", "notation.py", "odds.py", "possible.py", "reasons.py", "refusals.py"),
    *("scene.py", "stage.py", "statistics.py", "story.py", "text.py"),
)
"""The same among the files of a game and of its players."""


def fingerprint(game: str, package: Path | None = None) -> str:
    """Return the hash of the sources that decide how a game is played: its rules and its players.

    They are the core, the rules of that game, what all players share and that game's own players,
    with their tables. What another game has of its own does not matter, nor does what only talks.

    Args:
        game: the name of the game.
        package: the folder of the package; by default the one that runs.
    """
    root = package or Path(jemaa.__file__).parent
    found = hashlib.sha256()
    for path in sorted(_sources(root, game), key=lambda path: path.relative_to(root).as_posix()):
        # A checkout may have changed the ends of the lines.
        content = path.read_bytes().replace(b"\r\n", b"\n")
        found.update(f"{path.relative_to(root).as_posix()} {len(content)}\n".encode())
        found.update(content)
    return found.hexdigest()[:16]


def _sources(root: Path, game: str) -> Iterator[Path]:
    for pattern in ("core/*", f"games/{game}/**/*", "players/*", f"players/{game}/**/*"):
        for path in root.glob(pattern):
            talks = path.name in TALK_OF_A_GAME or path.relative_to(root).as_posix() in TALK
            if path.is_file() and path.suffix not in BUILT and not talks:
                yield path
