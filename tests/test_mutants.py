"""Every clause of the rules is guarded: break it, and a test marked with it fails."""

import importlib
import os
import re
from functools import cache

import pytest

from tests.mutants import GAMES, Runner
from tests.test_traceability import clauses, marks

MUTANTS = [
    (game, mutant)
    for game in GAMES
    for mutant in importlib.import_module(f"tests.{game}.mutants").MUTANTS
]


@cache
def all_marks() -> list[tuple[str, str]]:
    """Read the marks when a mutant needs them: to collect this file, they are not needed."""
    return [*marks()]


def files_with(game: str, clause: str) -> list[str]:
    """Return the test files of a game that have the mark, so that no others need be collected."""
    places = [place.partition(":")[0] for id, place in all_marks() if id == clause]
    return sorted({place for place in places if place.startswith(f"tests/{game}/")})


@pytest.fixture(scope="module")
def runner(tmp_path_factory):
    found = Runner(tmp_path_factory.mktemp("uncompiled"))
    yield found
    found.close()


# The mutants are always uncompiled, so their fate does not depend on the form under test.
@pytest.mark.once
@pytest.mark.skipif(not hasattr(os, "fork"), reason="mutants run in forks")
@pytest.mark.parametrize(("game", "mutant"), MUTANTS, ids=[str(mutant) for _, mutant in MUTANTS])
def test_broken_clause_is_noticed(game, mutant, runner):
    files = files_with(game, mutant.clause)
    options = ("-x", "-q", "-p", "no:cacheprovider", "--clause", mutant.clause)
    code, output = runner.run(mutant, *options, *files)
    # A mutant that cannot even be imported would prove nothing, so an error is not enough.
    assert re.search(r"\b[1-9]\d* failed", output), output
    assert not re.search(r"\b\d+ errors?\b", output), output
    assert code == pytest.ExitCode.TESTS_FAILED


def test_each_clause_has_a_mutant():
    broken = {mutant.clause for _, mutant in MUTANTS}
    assert [id for id in clauses() if id not in broken] == []


def test_each_mutant_names_a_clause():
    known = set(clauses())
    assert [mutant for _, mutant in MUTANTS if mutant.clause not in known] == []
