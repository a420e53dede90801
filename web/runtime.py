"""Puts together what the page needs to play without a server: Python, and packages.

Pyodide comes with `npm ci`, other packages by `pip download` with the hashes in `runtime.txt`. Of
our own package goes along what `jemaa.local.browser` imports, and the games and players, which the
catalog loads by name; of Python's library what those need. `library.py` compiles all of it.
"""

import ast
import hashlib
import json
import shutil
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

WEB = Path(__file__).resolve().parent
SOURCE = WEB.parent / "src"
PYODIDE = WEB / "node_modules/pyodide"
RUNTIME = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
)
LIBRARY, PACKAGES = "python_stdlib.zip", "packages.bin"
LOCK = "pyodide-lock.json"
ROOTS = (
    "jemaa.local.browser",
    *(
        f"jemaa.{kind}.{game}"
        for kind in ("games", "players", "analysis")
        for game in ("marrakech", "facir")
    ),
)
# Only a server keeps rooms in a database or hears of other processes by it.
LEFT_OUT = (
    "jemaa.server.store.sqlite",
    "jemaa.server.store.postgres",
    "jemaa.server.bus.redis",
    "jemaa.server.bus.postgres",
)
# What our modules read besides; the puzzles are part of the page itself.
DATA = ("jemaa/tokens.json", "jemaa/players/marrakech/learned.bin")


def modules():
    """Return the files of all modules that are needed, by name."""
    found, waiting = {}, list(ROOTS)
    while waiting:
        name = waiting.pop()
        if name in found or name in LEFT_OUT or name.partition(".")[0] != "jemaa":
            continue
        path = _file(name)
        if path is not None:
            found[name] = path
            waiting += _imported(path)
            waiting.append(name.rpartition(".")[0])
    return found


def _file(name):
    place = SOURCE.joinpath(*name.split("."))
    files = (place.with_suffix(".py"), place / "__init__.py")
    return next((path for path in files if path.is_file()), None)


def _imported(path):
    """Return the names that a module may import, at once or later."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def package(target):
    """Write our package as a zip of sources."""
    with zipfile.ZipFile(target, "w") as packed:
        for path in [*modules().values(), *(SOURCE / name for name in DATA)]:
            packed.write(path, path.relative_to(SOURCE))


def lock():
    """Return Pyodide's list of its packages without any: ours come with the page."""
    listed = json.loads((PYODIDE / LOCK).read_text("utf-8"))
    return json.dumps({"info": listed["info"], "packages": {}})


def assemble(folder, wheels, run):
    """Put everything into a folder; return the name that its contents have as a whole.

    `run` runs a program of Node with some arguments.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in RUNTIME:
        shutil.copy(PYODIDE / name, folder / name)
    (folder / LOCK).write_text(lock(), "utf-8")
    with TemporaryDirectory() as sources:
        ours = Path(sources, "jemaa.zip")
        package(ours)
        targets = folder / LIBRARY, folder / PACKAGES
        run(WEB / "library.mjs", PYODIDE, *targets, ",".join(ROOTS), ours, *wheels)
    sizes = {path.name: path.stat().st_size for path in sorted(folder.iterdir())}
    (folder / "files.json").write_text(json.dumps({"files": sizes}), "utf-8")
    whole = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()[:12]
