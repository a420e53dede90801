"""The examples in the docstrings are true.

Run here and not by `pytest --doctest-modules`: that imports by file path, so it refuses compiled
modules and would take the ones in src/ when build/pure is under test.
"""

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import jemaa


def refuse(name):
    raise ImportError(f"{name} cannot be imported")


MODULES = ["jemaa"] + [
    module.name
    for module in pkgutil.walk_packages(jemaa.__path__, "jemaa.", onerror=refuse)
    if not module.name.endswith("__main__")
]


# Where little is compiled; the examples of what is not are the same in both forms, but slower.
PLAIN = tuple(f"jemaa.{name}" for name in ("analysis", "arena", "cli", "envs", "local", "server"))


def once_if_plain(name):
    beside = Path(*jemaa.__path__, *name.split(".")[1:]).with_suffix(".pxd")
    is_plain = name.startswith(PLAIN) and not beside.exists()
    return pytest.param(name, marks=[pytest.mark.once] if is_plain else [])


@pytest.mark.parametrize("name", [*map(once_if_plain, MODULES)])
def test_docstring_examples(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0
