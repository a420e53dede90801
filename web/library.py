"""Rewrites Python's library for the page; `library.mjs` runs it inside the page's own Python.

The library comes as sources, which a browser would compile at every start: most of the time until
a table is there. What a start imports goes along compiled, what that may import later as it is, and
the rest, half of all, is left out.
"""

import ast
import importlib
import py_compile
import sys
import zipfile
from pathlib import Path

LIBRARY = Path("/lib/python314.zip")
TARGET = Path("/library.zip")
# What is looked for by a name that no import tells.
BY_NAME = (
    "concurrent.futures.thread",
    *(f"encodings.{name}" for name in ("ascii", "latin_1", "utf_8", "utf_8_sig", "idna")),
)
# A zip keeps times; the same files must give the same zip.
LONG_AGO = (1980, 1, 1, 0, 0, 0)
WITHOUT_DOCSTRINGS = 2


def rewrite(page):
    """Write the library for a page that imports these modules, at once or later."""
    for name in (*page, *BY_NAME):
        importlib.import_module(name)
    with (
        zipfile.ZipFile(LIBRARY) as old,
        zipfile.ZipFile(TARGET, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new,
    ):
        files = {module(file): file for file in old.namelist() if file.endswith(".py")}
        loaded = {files[name] for name in sys.modules if name in files}
        needed = reachable(old, files)
        for file in sorted(old.namelist()):
            if file in loaded:
                add(new, f"{file}c", compiled(file, old.read(file)))
            elif file in needed or not file.endswith(".py"):
                add(new, file, old.read(file))


def module(file):
    return file.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def reachable(library, files):
    """Return the files of all modules that those of now may import, at once or later."""
    found, waiting = set(), [name for name in sys.modules if name in files]
    while waiting:
        name = waiting.pop()
        if name in files and files[name] not in found:
            found.add(files[name])
            waiting += imported(name, files[name], library.read(files[name]))
            waiting.append(name.rpartition(".")[0])
    return found


def imported(name, file, source):
    package = name.split(".") if file.endswith("__init__.py") else name.split(".")[:-1]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def compiled(file, source):
    """Return the bytecode of a file, which is never compared with its source again."""
    here, there = Path("/module.py"), Path("/module.pyc")
    here.write_bytes(source)
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    place = str(LIBRARY / file)
    py_compile.compile(here, there, place, True, WITHOUT_DOCSTRINGS, mode)
    return there.read_bytes()


def add(target, name, content):
    entry = zipfile.ZipInfo(name, LONG_AGO)
    entry.compress_type = zipfile.ZIP_DEFLATED
    target.writestr(entry, content, compresslevel=9)


rewrite(MODULES)  # noqa: F821  (library.mjs says which)
