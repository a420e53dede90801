"""Rewrites Python's library and packages for the page; `library.mjs` runs it inside its own Python.

They come as sources, which a browser would compile at every start: most of the time until a table
is there. What a start imports goes along compiled, what that may import later as it is, and of the
library the rest, half of all, is left out.
"""

import ast
import importlib
import io
import py_compile
import sys
import zipfile
import zlib
from pathlib import Path

LIBRARY = Path("/lib/python314.zip")
TARGET = Path("/library.zip")
PACKAGES = Path("/lib/python3.14/site-packages")
PACKAGES_TARGET = Path("/packages.bin")
# What is looked for by a name that no import tells.
BY_NAME = (
    "concurrent.futures.thread",
    *(f"encodings.{name}" for name in ("ascii", "latin_1", "utf_8", "utf_8_sig", "idna")),
)
# For whoever writes programs, or has other processes and a net: what is needed imports them only
# when they are asked for.
LEFT_OUT = (
    *("_pyrepl", "bdb", "doctest", "pdb", "pydoc", "pydoc_data", "unittest"),
    *("concurrent.futures.process", "ftplib", "http.server", "multiprocessing", "socketserver"),
    *("asyncio.proactor_events", "asyncio.windows_events", "plistlib", "xmlrpc"),
)
# What packages have besides is for tools.
NEEDED = (".py", ".so", ".bin", ".json")
# A zip keeps times; the same files must give the same zip.
LONG_AGO = (1980, 1, 1, 0, 0, 0)
WITHOUT_DOCSTRINGS = 2
GZIP = 16 + zlib.MAX_WBITS


def rewrite_library():
    """Write the library for what is imported now, or may be by that."""
    with (
        zipfile.ZipFile(LIBRARY) as old,
        zipfile.ZipFile(TARGET, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new,
    ):
        files = {module(file): file for file in old.namelist() if file.endswith(".py")}
        loaded = {files[name] for name in sys.modules if name in files}
        needed = reachable(old, files)
        for file in sorted(old.namelist()):
            if file in loaded:
                add(new, f"{file}c", compiled(old.read(file), LIBRARY / file))
            elif file in needed or not file.endswith(".py"):
                add(new, file, old.read(file))


def rewrite_packages():
    """Write all packages as a zip that is packed as a whole, which makes it a tenth smaller."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as new:
        for path in sorted(PACKAGES.rglob("*.*")):
            file = path.relative_to(PACKAGES).as_posix()
            if module(file) in sys.modules:
                add(new, f"{file}c", compiled(path.read_bytes(), path))
            elif path.is_file() and path.suffix in NEEDED:
                add(new, file, path.read_bytes())
    PACKAGES_TARGET.write_bytes(zlib.compress(whole.getvalue(), 9, wbits=GZIP))


def module(file):
    return file.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def reachable(library, files):
    """Return the files of all modules that those of now may import, at once or later."""
    found, waiting = set(), [name for name in sys.modules if name in files]
    while waiting:
        name = waiting.pop()
        if name in files and files[name] not in found and not is_left_out(name):
            found.add(files[name])
            waiting += imported(name, files[name], library.read(files[name]))
            waiting.append(name.rpartition(".")[0])
    return found


def is_left_out(name):
    return any(f"{name}.".startswith(f"{other}.") for other in LEFT_OUT)


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


def compiled(source, place):
    """Return the bytecode of a file, which is never compared with its source again."""
    here, there = Path("/module.py"), Path("/module.pyc")
    here.write_bytes(source)
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    py_compile.compile(here, there, str(place), True, WITHOUT_DOCSTRINGS, mode)
    return there.read_bytes()


def add(target, name, content):
    entry = zipfile.ZipInfo(name, LONG_AGO)
    entry.compress_type = target.compression
    target.writestr(entry, content, compresslevel=target.compresslevel)


for name in (*MODULES, *BY_NAME):  # noqa: F821  (library.mjs says which)
    importlib.import_module(name)
rewrite_library()
rewrite_packages()
