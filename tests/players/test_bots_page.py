"""What docs/bots.md says is so: the tables, and the conversation word by word."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import jemaa
from jemaa import catalog
from jemaa.core.errors import PLAYER_REASONS
from jemaa.players.external import Engine, External

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/bots.md").read_text("utf-8")
TALK = re.search(r"```\n(> jemaa .*?)```", PAGE, re.DOTALL)[1].splitlines()


@pytest.mark.once
def test_tables_name_all_players_with_their_parameters():
    done = subprocess.run([sys.executable, ROOT / "scripts/players.py", "--check"])
    assert done.returncode == 0


def test_conversation_is_what_the_engine_says():
    service = Engine(jemaa.game("marrakech"), catalog.player("marrakech", "greedy"))
    said = []
    for line in TALK:
        if line.startswith("> "):
            answer = service.answer(line[2:])
            said += [line] if answer is None else [line, f"< {answer}"]
    assert said == TALK
    assert service.is_over


def test_conversation_is_what_a_program_is_asked():
    asked = [line[2:] for line in TALK if line.startswith("> ")]
    views = [jemaa.parse_view(line[5:]) for line in asked if line.startswith("view ")]
    player = External("true")
    lines = [line for view in views for line in player._question(view, 5.0)]
    assert lines == asked[1 : 1 + len(lines)]
    assert len(lines) == 7


def test_all_reasons_are_told():
    rows = re.findall(r"^\| `([a-z-]+)` \|", PAGE.partition("## Faults")[2], re.MULTILINE)
    assert tuple(rows) == PLAYER_REASONS
