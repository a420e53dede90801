"""What `import jemaa` promises."""

import importlib
import pkgutil
import re

import pytest

import jemaa
from jemaa.core.errors import UnknownNameError

PACKAGES = [
    "jemaa",
    *(found.name for found in pkgutil.walk_packages(jemaa.__path__, "jemaa.") if found.ispkg),
]


def by_kind_and_name(name):
    """Sort as ruff does: constants, then classes, then the rest."""
    constant = re.fullmatch(r"[A-Z0-9_]+", name) is not None
    return (0 if constant else 1 if name[0].isupper() else 2, name)


@pytest.mark.parametrize("package", PACKAGES)
def test_promised_names_are_sorted_and_importable(package):
    module = importlib.import_module(package)
    names = list(getattr(module, "__all__", []))
    assert names == sorted(names, key=by_kind_and_name)
    for name in names:
        assert getattr(module, name) is not None


def test_promised_names_of_jemaa_are_all_there_is():
    homes = {name: home for home, names in jemaa._HOMES.items() for name in names.split()}
    assert set(jemaa.__all__) == {*homes, "__version__"}
    for name, home in homes.items():
        assert getattr(jemaa, name) is getattr(importlib.import_module(home), name)


def test_unknown_name_of_the_package():
    with pytest.raises(AttributeError, match="module 'jemaa' has no attribute 'chess'"):
        jemaa.chess  # noqa: B018  (reading it is the test)


def test_unknown_game():
    with pytest.raises(UnknownNameError, match="choose one of: marrakech") as error:
        jemaa.game("chess")
    assert error.value.name == "chess"


def test_there_is_one_object_of_each_game():
    assert jemaa.game("marrakech") is jemaa.game("marrakech")
    assert repr(jemaa.game("marrakech")) == "jemaa.game('marrakech')"


def test_version_is_that_of_the_project():
    assert re.fullmatch(r"\d+\.\d+\.\d+", jemaa.__version__)
