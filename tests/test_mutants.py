"""Every clause of the rules is guarded: break it, and a test marked with it fails."""

import importlib
import os
import re
import subprocess
import sys

import pytest

from tests.mutants import GAMES, ROOT, Mutant, plant
from tests.test_traceability import clauses, marks

MUTANTS = [
    (game, mutant)
    for game in GAMES
    for mutant in importlib.import_module(f"tests.{game}.mutants").MUTANTS
]


def files_with(game: str, clause: str) -> list[str]:
    """Give the test files of a game that have the mark, so that no others need be collected."""
    places = [place.partition(":")[0] for id, place in marks() if id == clause]
    return sorted({place for place in places if place.startswith(f"tests/{game}/")})


def run_marked(game: str, mutant: Mutant, folder: str) -> subprocess.CompletedProcess[str]:
    """Run the tests of the mutant's clause against the package in a folder."""
    ours = ("JEMAA_", "PYTEST_", "PYTHON", "COV")
    clean = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"),
            *("--clause", mutant.clause, *files_with(game, mutant.clause)),
        ],
        cwd=ROOT,
        # No plugins: they are not needed and cost half of the time.
        env=clean | {"PYTHONPATH": folder, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )


# The mutants are always uncompiled, so their fate does not depend on the form under test.
@pytest.mark.once
@pytest.mark.parametrize(("game", "mutant"), MUTANTS, ids=[str(mutant) for _, mutant in MUTANTS])
def test_broken_clause_is_noticed(game, mutant, tmp_path):
    plant(mutant, tmp_path)
    done = run_marked(game, mutant, str(tmp_path))
    # A mutant that cannot even be imported would prove nothing, so an error is not enough.
    assert re.search(r"\b[1-9]\d* failed", done.stdout), done.stdout
    assert not re.search(r"\b\d+ errors?\b", done.stdout), done.stdout
    assert done.returncode == pytest.ExitCode.TESTS_FAILED


def test_each_clause_has_a_mutant():
    broken = {mutant.clause for _, mutant in MUTANTS}
    assert [id for id in clauses() if id not in broken] == []


def test_each_mutant_names_a_clause():
    known = set(clauses())
    assert [mutant for _, mutant in MUTANTS if mutant.clause not in known] == []
