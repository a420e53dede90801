"""What is not installed is named with the command that installs it, and nothing loads unasked."""

import subprocess
import sys

import pytest

WITHOUT = """
import sys
for name in {missing!r}.split():
    sys.modules[name] = None
try:
    {code}
except ImportError as error:
    print(type(error).__name__, error)
"""


def said(missing, code):
    script = WITHOUT.format(missing=missing, code=code)
    return subprocess.check_output([sys.executable, "-c", script], text=True).strip()


@pytest.mark.parametrize(
    ("missing", "code", "extra"),
    [
        ("numpy gymnasium", "from jemaa.envs import Batch", "envs"),
        ("pettingzoo", "from jemaa.envs import marrakech_v0", "envs"),
        ("gymnasium", "import jemaa.envs.single", "envs"),
        ("pyspiel", "import jemaa.envs.openspiel", "openspiel"),
        ("numpy gymnasium", "import jemaa.envs.dataset", "data"),
    ],
)
def test_a_missing_library_is_named_with_the_command(missing, code, extra):
    first = missing.split()[0]
    expected = f"{first} is not installed; install it with: pip install 'jemaa[{extra}]'"
    assert said(missing, code) == f"MissingExtraError {expected}"


def test_pictures_say_what_they_need(monkeypatch):
    from jemaa.core.errors import MissingExtraError
    from jemaa.envs.table import pixels

    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(MissingExtraError, match=r"resvg_py is not installed.*jemaa\[envs\]"):
        pixels("<svg/>")


def test_environments_are_loaded_by_who_asks_for_them_alone():
    code = (
        "import jemaa, jemaa.catalog; jemaa.game('marrakech').new(players=2); "
        "jemaa.player('marrakech', 'greedy'); "
        "print(*(name for name in sys.modules if name in ('numpy', 'gymnasium', 'jemaa.envs')))"
    )
    assert said("", code) == ""
    assert said("gymnasium numpy", "import jemaa.envs; print(*jemaa.envs.__all__)") == (
        "Batch MissingExtraError facir_v0 marrakech_v0"
    )
