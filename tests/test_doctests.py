"""The examples in the docstrings are true.

Run here and not by `pytest --doctest-modules`: that imports by file path, so it refuses compiled
modules and would take the ones in src/ when build/pure is under test.
"""

import doctest
import importlib
import pkgutil

import pytest

import jemaa


def refuse(name):
    raise ImportError(f"{name} cannot be imported")


MODULES = ["jemaa"] + [
    module.name
    for module in pkgutil.walk_packages(jemaa.__path__, "jemaa.", onerror=refuse)
    if not module.name.endswith("__main__")
]


@pytest.mark.parametrize("name", MODULES)
def test_docstring_examples(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0
