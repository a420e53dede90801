"""Small mistakes planted into the rules on purpose, to prove that the tests would see them.

Each game lists one mistake or more for every clause in `tests/<game>/mutants.py`, as `MUTANTS`.
"""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src/jemaa"
GAMES = ("marrakech", "facir")


@dataclass(frozen=True)
class Mutant:
    """One edit that breaks one clause.

    Attributes:
        clause: the id of the clause it breaks.
        file: the file to edit, as seen from src/jemaa.
        old: a piece of text that stands exactly once in the file.
        new: what to put there.
    """

    clause: str
    file: str
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.clause}-{Path(self.file).stem}"


class Runner:
    """Runs tests against mutants, in forks of one process: starting anew costs more than the tests.

    The package is copied, uncompiled, into a folder; the edit is made while it is imported.
    """

    def __init__(self, folder: Path) -> None:
        leave_out = shutil.ignore_patterns("*.so", "*.pyd", "*.pxd", "static")
        shutil.copytree(PACKAGE, folder / "jemaa", ignore=leave_out)
        ours = ("JEMAA_", "PYTEST_", "PYTHON", "COV", "HYPOTHESIS_")
        clean = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.mutant_runner"],
            cwd=ROOT,
            # No plugins: they are not needed and cost half of the time.
            env=clean
            | {
                "PYTHONPATH": str(folder),
                "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
                "HYPOTHESIS_PROFILE": "mutants",
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def run(self, mutant: Mutant, *arguments: str) -> tuple[int, str]:
        """Run pytest on the mutant; gives its exit code and its output."""
        module = "jemaa." + mutant.file.removesuffix(".py").replace("/", ".")
        job = {"module": module, "file": mutant.file, "text": edited(mutant)}
        print(json.dumps({**job, "arguments": arguments}), file=self._process.stdin, flush=True)
        done = json.loads(self._process.stdout.readline())
        return done["code"], done["output"]

    def close(self) -> None:
        self._process.communicate()


def edited(mutant: Mutant) -> str:
    """Return the text of the file after the edit, which must fit exactly one place."""
    text = (PACKAGE / mutant.file).read_text("utf-8")
    places = text.count(mutant.old)
    assert places == 1, f"{mutant}: {mutant.old!r} stands {places} times in {mutant.file}"
    return text.replace(mutant.old, mutant.new)
