"""How hard Hypothesis tries, and the choice of tests by rule clause, form and time.

HYPOTHESIS_PROFILE is `quick` (which `make check` takes), `default`, `ci` (as many examples, always
the same; taken by itself where CI is set), `many` (on every system and Python) or `thorough` (every
week).
`pytest --clause M-43` runs only the tests that prove that clause.
`pytest -m "not slow"` leaves out what needs a browser, a database, many processes or many games.
"""

import gc
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

from jemaa.core.state import compiled

EXAMPLES = {"quick": 10, "default": 50, "ci": 50, "many": 200, "thorough": 5000}

for name, examples in EXAMPLES.items():
    settings.register_profile(
        name,
        # Uncompiled, an example takes 50 to 100 times longer.
        max_examples=examples if compiled else max(10, examples // 10),
        suppress_health_check=[] if compiled else [HealthCheck.too_slow],
        deadline=None,
        # CI must not fail by chance on somebody's unrelated change; new examples are found at home.
        derandomize=name in ("ci", "many"),
        print_blob=True,
    )

# tests/test_mutants.py asks whether a test fails, not by which smallest example.
settings.register_profile(
    "mutants",
    settings.get_profile("default"),
    phases=[Phase.explicit, Phase.generate],
    database=None,
)

settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "default")
)

TESTS = Path(__file__).parent
PURE = os.environ.get("JEMAA_FORM") == "pure"
# No module of these is compiled, and what they call is tested in both forms by itself. These
# files stay: whole games through worker processes, through the command line, and a third game,
# which has no compiled form.
ONCE = ("analysis", "arena", "cli", "envs", "locale", "server", "web")
ONCE += ("test_deploy.py", "test_docs.py")
IN_BOTH_FORMS = (
    "analysis/test_rollouts.py",
    "arena/test_play.py",
    "cli/test_position.py",
    "cli/test_third_game.py",
    "envs/test_batch.py",
    "envs/test_observer.py",
)
SLOW = (
    "cli/test_rooms.py",
    "cli/test_serve.py",
    "server/bus",
    "server/failures",
    "server/store",
    "server/test_",
    "web",
    "test_build.py",
    "test_deploy.py",
    "test_mutants.py",
)

# What waits for a clock comes first of all: meanwhile the uncompiled form and the checks have the
# processors, and in the end there would be nothing else left to do.
FIRST = (
    *("server/failures/test_absence.py", "server/test_many.py", "cli/test_rooms.py"),
    *("server/failures", "server/bus", "server/test_sockets.py"),
    *("web/test_offline.py", "web/test_tables.py", "web/test_states.py", "web/test_small.py"),
    *("web/test_tour.py", "web/test_games.py", "web/test_keyboard.py"),
    *("web", "test_build.py", "test_docs.py"),
)


def place_of(path):
    return path.relative_to(TESTS).as_posix() if path.is_relative_to(TESTS) else ""


def is_for_one_form(place):
    return place.startswith(ONCE) and place not in IN_BOTH_FORMS


def pytest_itemcollected(item):
    place = place_of(item.path)
    if is_for_one_form(place):
        item.add_marker("once")
    if place.startswith(SLOW):
        item.add_marker("slow")


def pytest_ignore_collect(collection_path, config):
    # Only to be left out again, such a file need not be read, nor what it imports.
    place = place_of(collection_path)
    if config.option.markexpr == "not slow" and place.startswith(SLOW):
        return True
    if PURE and collection_path.is_file() and is_for_one_form(place):
        return True
    return None


def pytest_addoption(parser):
    parser.addoption("--clause", help="run only the tests marked with this clause of the rules")


def pytest_collection_modifyitems(config, items):
    clause = config.getoption("--clause")

    def wanted(item):
        if PURE and item.get_closest_marker("once"):
            return False
        return clause is None or any(clause in mark.args for mark in item.iter_markers("clause"))

    config.hook.pytest_deselected(items=[item for item in items if not wanted(item)])
    items[:] = deal(sorted(filter(wanted, items), key=lambda item: rank(place_of(item.path))))


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Let what is collected stay: to look through it for what can be freed takes a third longer."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


UNREADABLE = []
"""Files of tests that could not be read."""


def pytest_collectreport(report):
    if report.failed:
        UNREADABLE.append(report.nodeid)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session):
    """Let a second try not forgive it: it would pass over the tests of a file that was not read."""
    if UNREADABLE and session.exitstatus == pytest.ExitCode.TESTS_FAILED:
        session.exitstatus = pytest.ExitCode.INTERRUPTED


def rank(place):
    """Say when a test is due by its place: what waits or takes longest comes first."""
    return next((at for at, part in enumerate(FIRST) if place.startswith(part)), len(FIRST))


def deal(items):
    """Let each process begin with its share of what takes longest.

    pytest-xdist gives each the same number of tests, one after the other in this order, and later
    who has none left takes some of the last ones. Were a long test among those, all would wait.
    """
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    long = [item for item in items if rank(place_of(item.path)) < len(FIRST)]
    short = items[len(long) :]
    dealt = []
    for number in range(processes):
        own = long[number::processes]
        size = (len(items) - len(dealt)) // (processes - number)
        dealt += own
        dealt += short[: max(0, size - len(own))]
        del short[: max(0, size - len(own))]
    return dealt + short
