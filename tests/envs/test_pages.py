"""The pages of the environments: one form, and the layout that the observers really have."""

import re
from pathlib import Path

import pytest

import jemaa
from jemaa import catalog

FOLDER = Path(__file__).parents[2] / "docs/envs"
BEGIN, END = "<!-- layout -->\n", "<!-- end -->"


def table(game):
    """Return the layout of a game as Markdown: every named slice of an observation."""
    layout = jemaa.game(game).observer.layout
    rows = ["| slice | numbers | at most | meaning |", "|---|---|---|---|"]
    parts = [(name, 49, 1, meaning) for name, meaning in layout.planes]
    parts += [(part.name, part.size, part.high, part.meaning) for part in layout.scalars]
    for name, size, high, meaning in parts:
        place = layout.slices[name]
        assert place.stop - place.start == size
        rows.append(f"| `{name}` | {place.start} to {place.stop - 1} | {high:g} | {meaning} |")
    return "\n".join(rows) + "\n"


def with_table(page, game):
    return re.sub(f"{BEGIN}.*?{END}", lambda _: BEGIN + table(game) + END, page, flags=re.DOTALL)


@pytest.mark.parametrize("game", catalog.GAMES)
def test_the_layout_on_the_page_is_the_real_one(game):
    """`python tests/envs/test_pages.py` writes it anew."""
    page = (FOLDER / f"{game}.md").read_text("utf-8")
    assert BEGIN in page and with_table(page, game) == page
    layout = jemaa.game(game).observer.layout
    for number in (layout.flat_size, layout.actions):
        assert f"{number:,}" in page


def test_pages_have_one_form():
    pages = [(FOLDER / f"{game}.md").read_text("utf-8") for game in catalog.GAMES]
    forms = [
        re.findall(r"^#+ .*$|^\| [A-Za-z][\w ]* (?=\|)", page, re.MULTILINE)[1:] for page in pages
    ]
    assert forms[0] == forms[1]
    heads = [line[3:] for line in forms[0] if line.startswith("## ")]
    assert heads == [
        *("Observations", "Actions", "Rewards", "Chance", "Turn order", "Arguments"),
        *("Examples", "Speed", "Versions", "Citation"),
    ]


if __name__ == "__main__":
    for name in catalog.GAMES:
        path = FOLDER / f"{name}.md"
        path.write_text(with_table(path.read_text("utf-8"), name), "utf-8")
