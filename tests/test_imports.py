"""What the package may import. The order of its own layers is checked by import-linter."""

import ast
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src/jemaa"
# `cython` has a stand-in of ours where it is missing.
ALLOWED = sys.stdlib_module_names | {"jemaa", "cython", "Cython"}


def imported(path):
    """Return what a module imports, at once or later, but not what only type checkers read."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module


@pytest.mark.parametrize("layer", ["core", "games"])
def test_rules_need_only_the_standard_library(layer):
    found = [
        (str(path.relative_to(PACKAGE)), name)
        for path in sorted(PACKAGE.glob(f"{layer}/**/*.py"))
        for name in imported(path)
        if name.partition(".")[0] not in ALLOWED
    ]
    assert found == []


def test_import_of_the_package_loads_no_other_library():
    code = "import sys; old = set(sys.modules); import jemaa; print(*set(sys.modules) - old)"
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    assert {name.partition(".")[0] for name in loaded} <= ALLOWED


@pytest.mark.once
def test_what_goes_into_a_browser_needs_one_library_and_no_threads():
    runtime = runpy.run_path(str(PACKAGE.parents[1] / "web/runtime.py"))
    missing = {"threading", "multiprocessing"}
    found = [
        (module, name)
        for module, path in sorted(runtime["modules"]().items())
        for name in imported(path)
        if name.partition(".")[0] not in (ALLOWED | {"msgspec"}) - missing
    ]
    assert found == []
