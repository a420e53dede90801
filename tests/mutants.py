"""Small mistakes planted into the rules on purpose, to prove that the tests would see them.

Each game lists one mistake or more for every clause in `tests/<game>/mutants.py`, as `MUTANTS`.
"""

import shutil
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


def plant(mutant: Mutant, folder: Path) -> None:
    """Copy the package, uncompiled, into a folder and make the edit there."""
    leave_out = shutil.ignore_patterns("*.so", "*.pyd", "*.pxd")
    shutil.copytree(PACKAGE, folder / "jemaa", ignore=leave_out)
    path = folder / "jemaa" / mutant.file
    path.write_text(edited(mutant), "utf-8")


def edited(mutant: Mutant) -> str:
    """Give the text of the file after the edit, which must fit exactly one place."""
    text = (PACKAGE / mutant.file).read_text("utf-8")
    places = text.count(mutant.old)
    assert places == 1, f"{mutant}: {mutant.old!r} stands {places} times in {mutant.file}"
    return text.replace(mutant.old, mutant.new)
