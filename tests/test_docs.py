"""The examples in the documents are true: Python, positions, records and commands are all run.

A fenced block says by its label what is in it:

    python     an interactive session, run as a doctest when it has a prompt
    position   one position or view a line, which must print back as it was read
    record     a whole record, which must print back as it was read and follow the rules
    console    commands after `$ `; each must succeed and print what stands below it, if anything
               does (`...` stands for any text)
"""

import ast
import doctest
import json
import os
import re
import shlex
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

import pytest

import jemaa
from jemaa import catalog

ROOT = Path(__file__).parents[1]
ABOVE = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")]
DOCUMENTS = [*ABOVE, *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^( *)```([\w{}-]*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
LABELS = {"", "python", "position", "record", "console", "abnf", "sh", "{toctree}", "{eval-rst}"}
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class Block(NamedTuple):
    """One fenced block and where it begins."""

    path: Path
    line: int
    label: str
    text: str

    @property
    def place(self):
        return f"{self.path.relative_to(ROOT)}:{self.line}"


def blocks_of(path):
    source = path.read_text("utf-8")
    for match in FENCE.finditer(source):
        line = source.count("\n", 0, match.start()) + 1
        yield Block(path, line, match[2], textwrap.dedent(match[3]))


BLOCKS = [block for path in DOCUMENTS for block in blocks_of(path)]


def labelled(label):
    found = [block for block in BLOCKS if block.label == label]
    return pytest.mark.parametrize("block", found, ids=[block.place for block in found])


def test_every_block_is_closed_and_has_a_label_that_is_checked():
    for path in DOCUMENTS:
        fences = path.read_text("utf-8").count("```")
        assert fences == 2 * len([block for block in BLOCKS if block.path == path]), path
    assert [block.place for block in BLOCKS if block.label not in LABELS] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_python_examples(path, monkeypatch):
    # One document is one session: a later example may use the names of an earlier one.
    monkeypatch.chdir(ROOT)
    names = {}
    for block in blocks_of(path):
        if block.label == "python" and ">>>" in block.text:
            parser = doctest.DocTestParser()
            example = parser.get_doctest(block.text, names, block.place, str(path), block.line)
            result = doctest.DocTestRunner(optionflags=OPTIONS).run(example, clear_globs=False)
            names = example.globs
            assert result.failed == 0, block.place


@labelled("position")
def test_position_examples(block):
    for line in block.text.splitlines():
        read = jemaa.parse_view if line.startswith("@") else jemaa.parse
        assert str(read(line)) == line


@labelled("record")
def test_record_examples(block):
    match = jemaa.open_record(block.text)
    assert str(match.record) == block.text


@pytest.mark.parametrize("path", sorted(ROOT.glob("examples/*.jemaa")), ids=lambda path: path.name)
def test_example_games_are_whole(path):
    text = path.read_text("utf-8")
    match = jemaa.open_record(text)
    assert match.state.is_over
    assert str(match.record) == text


def test_pictures_show_what_is_drawn_today():
    done = subprocess.run([sys.executable, ROOT / "scripts/pictures.py", "--check"])
    assert done.returncode == 0


@pytest.mark.slow
@pytest.mark.once
def test_site_builds_without_warnings(tmp_path):
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-d", tmp_path / "trees"]
    done = subprocess.run(
        [*command, ROOT / "docs", tmp_path / "site"],
        env=os.environ | {"GAMES": "8"},
        capture_output=True,
        encoding="utf-8",
    )
    assert (done.returncode, done.stderr) == (0, "")
    reference = (tmp_path / "site/api.html").read_text("utf-8")
    missing = [name for name in jemaa.__all__ if f'id="jemaa.{name}"' not in reference]
    assert missing == ["__version__", "svg"]
    assert 'id="jemaa.svg.board"' in reference


@pytest.mark.parametrize("path", sorted(ROOT.glob("docs/**/*.ipynb")), ids=lambda path: path.name)
def test_notebooks(path, monkeypatch):
    monkeypatch.setenv("GAMES", "8")  # a small form of what is trained there
    # Each cell as a kernel would run it; what its last line gives must be able to show itself.
    names = {}
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        assert cell.get("outputs", []) == [], "clear the outputs before you commit"
        if cell["cell_type"] == "code":
            code = ast.parse("".join(cell["source"]))
            last = code.body.pop() if isinstance(code.body[-1], ast.Expr) else None
            exec(compile(code, path.name, "exec"), names)
            if last is not None:
                value = eval(compile(ast.Expression(last.value), path.name, "eval"), names)
                assert getattr(value, "_repr_svg_", value.__repr__)()


def test_pages_of_games_have_one_form():
    pages = {path.stem: path for path in ROOT.glob("docs/games/*.md")}
    assert set(pages) == set(catalog.GAMES)
    heads = [
        re.findall(r"^## .*$|^\| [\w ]+ (?=\|)", page.read_text("utf-8"), re.M)
        for page in pages.values()
    ]
    assert all(head == heads[0] for head in heads)


def test_architecture_names_only_modules_that_exist():
    text = (ROOT / "docs/architecture.md").read_text("utf-8")
    named = re.findall(r"`((?:analysis|arena|cli|core|games|players|server)/[^` ]+\.py)`", text)
    found = {name: list(ROOT.glob(f"src/jemaa/{name.replace('<game>', '*')}")) for name in named}
    assert found
    assert [name for name, paths in found.items() if not paths] == []


def commands_of(block):
    """Return (arguments, expected output) for each command of a console block."""
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield shlex.split(command), output


@pytest.mark.slow
@labelled("console")
def test_console_examples(block, tmp_path):
    environment = os.environ | {
        "PYTHONIOENCODING": "utf-8",
        # A game that is left is saved in the user's data folder: not in the tester's own.
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path),
        "LOCALAPPDATA": str(tmp_path),
    }
    for (program, *arguments), output in commands_of(block):
        assert program == "jemaa"
        done = subprocess.run(
            [sys.executable, "-m", "jemaa", *arguments],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
        )
        assert (done.returncode, done.stderr) == (0, ""), arguments
        if output.strip():
            matches = doctest.OutputChecker().check_output(output, done.stdout, OPTIONS)
            assert matches, f"{block.place}\n{done.stdout}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path):
    prose = FENCE.sub("", path.read_text("utf-8"))
    targets = re.findall(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"", prose)
    inside = [a or b for a, b in targets if not (a or b).startswith(("http", "mailto"))]
    missing = [link for link in inside if not leads_somewhere(path, link)]
    assert missing == []


def leads_somewhere(path, link):
    name, _, heading = unquote(link).partition("#")
    target = (path.parent / name).resolve() if name else path
    if not target.exists() or not heading:
        return target.exists()
    return heading in [anchor(line) for line in target.read_text("utf-8").splitlines()]


def anchor(line):
    """Return the name by which a heading is linked, as the usual hosts make it."""
    title = re.sub(r"[^\w\- ]", "", line.lstrip("#").strip().lower())
    return title.replace(" ", "-") if line.startswith("#") else ""
