"""What the page takes over from Python, its words, and the size of what it loads."""

import gzip
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import msgspec
import pytest

import jemaa
from jemaa.catalog import GAMES
from jemaa.players.registry import LEVELS
from jemaa.server import export, wire
from jemaa.server.export import UnwritableError, Writer
from jemaa.server.http.problems import REASONS as HTTP_REASONS
from jemaa.server.reasons import REASONS

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
ENGLISH = ROOT / "src/jemaa/locale/en"
FIRST_LOAD = 200_000
"""Bytes, compressed, until somebody can play."""
LATER = (
    *("words-", "rules-", "learn", "lesson", "Lesson", "puzzle", "Puzzle", "Streak"),
    *("Replay", "Statistics", "statistics-", "Figures", "Review", "review-", "Course", "Part-"),
)
"""How the names of files begin that come when a page is opened which needs them."""

pytestmark = pytest.mark.once


def words(area):
    return json.loads((ENGLISH / f"{area}.json").read_text("utf-8"))


def test_every_message_has_a_type():
    text = export.types()
    for kind in (*get_args(wire.Request), *get_args(wire.Reply)):
        tag = kind.__struct_config__.tag
        assert f'export interface {kind.__name__} {{\n  type: "{tag}";' in text


def test_export_is_the_same_every_time(tmp_path):
    for name in ("a", "b"):
        subprocess.run(
            [sys.executable, "-m", "jemaa.server.export", tmp_path / name],
            check=True,
            env=os.environ | {"PYTHONHASHSEED": {"a": "1", "b": "2"}[name]},
        )
    files = sorted(path.name for path in (tmp_path / "a").iterdir())
    sheets = [f"puzzles-{game}-{level}.json" for game in GAMES for level in LEVELS]
    tables = ["cards.json", "catalog.json", "figures.json", "geometry.json", "puzzles-list.json"]
    lessons = [f"lesson-{game}.json" for game in GAMES]
    assert files == sorted([*tables, *sheets, *lessons, "tokens.css", "wire.ts"])
    for file in files:
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes()


def test_loops_lead_back_to_where_they_came_from():
    loops = {loop["exit"]: loop for loop in export.geometry()["loops"]}
    opposite = dict(zip("NESW", "SWNE", strict=True))
    assert len(loops) == 28
    for loop in loops.values():
        back = loops[loop["to"] + opposite[loop["toHeading"]]]
        assert back["to"] == loop["square"]
        assert opposite[back["toHeading"]] == loop["heading"]


def test_offered_settings_are_possible_and_begin_with_the_usual():
    for game in export.catalogue()["games"]:
        usual = jemaa.game(game["name"]).setup()
        for setting in game["settings"]:
            assert setting["choices"][0] == setting["default"] == getattr(usual, setting["name"])


def test_two_classes_of_one_name_are_refused():
    def other():
        return msgspec.defstruct("Hello", [("x", int)])

    writer = Writer()
    writer.spell(wire.Hello)
    with pytest.raises(UnwritableError, match="two classes are called Hello"):
        writer.spell(other())


def test_type_without_a_typescript_form_is_refused():
    with pytest.raises(UnwritableError, match="has no TypeScript form"):
        Writer().spell(bytes)


def test_every_reason_has_a_sentence():
    known = words("reasons")
    session = (ROOT / "src/jemaa/server/sockets/session.py").read_text("utf-8")
    said = set(re.findall(r'dismiss\(\d+, "([a-z-]+)"', session))
    http = {reason for reason, _ in HTTP_REASONS.values()}
    assert said
    assert {*REASONS, *said, *http, "restart", "store", "limited", "origin"} - set(known) == set()


def test_every_text_used_by_the_page_is_in_the_catalogue():
    """Only whole keys are found here; those with a part filled in are checked below."""
    missing = []
    for path in WEB.glob("src/**/*"):
        if path.suffix not in (".ts", ".svelte"):
            continue
        for area, key in re.findall(r'\bt\(\s*"([a-z-]+)\.([\w-]+)"', path.read_text("utf-8")):
            if key not in words(area):
                missing.append(f"{path.relative_to(WEB)}: {area}.{key}")
    assert missing == []


def test_every_choice_has_words():
    catalogue = export.catalogue()
    home, app, room = words("home"), words("app"), words("room")
    for game in catalogue["games"]:
        assert f"about-{game['name']}" in home
        for setting in game["settings"]:
            assert f"set-{setting['name']}-about" in home
            for choice in setting["choices"]:
                value = "none" if choice is None else choice
                assert f"set-{setting['name']}-{value}" in home
    assert {f"level-{level}" for level in catalogue["levels"]} <= set(app)
    assert {f"phrase-{phrase}" for phrase in catalogue["phrases"]} <= set(room)


def test_page_that_is_built_is_found_so_without_node_on_the_path(page_is_built, tmp_path):
    """`scripts/test` has built it like this, too."""
    environment = {**os.environ, "PATH": str(tmp_path)}
    build = [sys.executable, ROOT / "web/build.py"]
    done = subprocess.run(build, env=environment, capture_output=True, encoding="utf-8")
    assert (done.stdout, done.stderr) == ("the page is up to date\n", "")


def test_texts_lie_beside_their_compressed_copies(bundle):
    texts = [path for path in bundle.rglob("*") if path.suffix in (".html", ".js", ".css")]
    assert bundle / "index.html" in texts
    for path in texts:
        assert gzip.decompress(path.with_name(path.name + ".gz").read_bytes()) == path.read_bytes()


@pytest.fixture
def bundle(page_is_built):
    """The page that the server gives."""
    return ROOT / "src/jemaa/server/static"


def test_first_load_is_small(bundle):
    """Home, room, one language and the larger board together."""
    # What it takes to play without a server comes when it is wanted.
    files = [*bundle.glob("*.gz"), *(bundle / "assets").glob("*.gz")]
    paths = [path for path in files if ".worker-" not in path.name and path.name != "sw.js.gz"]
    sizes = {path.name: path.stat().st_size for path in paths}
    boards = [0]
    total = 0
    for name, size in sizes.items():
        if name.startswith(("marrakech-", "facir-")):
            boards.append(size)
        elif not name.startswith(LATER) or name.startswith("words-en"):
            total += size
    assert total + sum(boards) < FIRST_LOAD


def test_bundle_obeys_the_content_policy(bundle):
    """No script or style inside the page: the server's policy would block it."""
    html = (bundle / "index.html").read_text("utf-8")
    assert "<style" not in html
    assert re.findall(r"<script(?![^>]*\bsrc=)", html) == []
    assert " style=" not in html
