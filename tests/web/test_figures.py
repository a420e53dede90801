"""The drawings of the rules: what they show is what the words under them say."""

import json
import re
from pathlib import Path

import pytest

from jemaa.server.export import FIGURES, figures

ROOT = Path(__file__).parents[2]
LOCALE = ROOT / "src/jemaa/locale"
PLACED = ROOT / "web/src/pages/rules/figures.ts"

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def drawn():
    return figures()


def landing(scene, heading, slippers):
    [way] = [one for one in scene["directions"] if one["heading"] == heading]
    [found] = [one for one in way["landings"] if one["slippers"] == slippers]
    return found


def marks(scene, square, rotation):
    own = scene["own"]
    [found] = [one for one in own["fits"] if one["rotation"] == rotation]
    return found["marks"][square]


def test_every_figure_has_a_name_of_its_own():
    assert len({(figure.game, figure.name) for figure in FIGURES}) == len(FIGURES)


def test_assam_may_turn_to_all_sides_but_back(drawn):
    assert [way["heading"] for way in drawn["marrakech"]["turn"]["directions"]] == ["E", "S", "W"]


def test_loop_leads_into_the_next_column(drawn):
    steps = landing(drawn["marrakech"]["loop"], "N", 3)["path"]
    assert [step["square"] for step in steps] == ["d1", "c1", "c2"]
    assert [step["loop"] for step in steps] == [None, "d1N", None]


def test_corner_loop_leads_back_to_its_square(drawn):
    steps = landing(drawn["marrakech"]["corner"], "E", 3)["path"]
    assert [step["square"] for step in steps] == ["g1", "g1", "g2"]


def test_corner_contact_is_not_paid_for(drawn):
    scene = drawn["marrakech"]["area"]
    paid = landing(scene, "N", 1)["payment"]
    yellow = {square for square, colour in scene["tops"].items() if colour == "y"}
    assert paid["due"] == len(paid["area"]) == 4
    assert yellow - set(paid["area"]) == {"e2", "f2"}


def test_places_are_allowed_over_halves_and_forbidden_over_whole_rugs(drawn):
    scene = drawn["marrakech"]["places"]
    crossed = [place for place in scene["places"] if place["reason"]]
    assert {place["reason"] for place in crossed} == {"covers-whole-rug"}
    assert len(crossed) == 3
    free = [place["squares"] for place in scene["places"] if not place["reason"]]
    assert any(set(squares) & set(scene["tops"]) for squares in free)


def test_edge_is_seen_mirrored_from_behind(drawn):
    card = drawn["facir"]["room"]["own"]["card"]
    behind = drawn["facir"]["behind"]["rooms"][0]
    assert behind["card"] is None
    assert behind["edge"] == card["pattern"][:3][::-1] != card["pattern"][:3]


def test_cards_fit_and_do_not_fit_as_told(drawn):
    bed = drawn["facir"]
    assert sorted(marks(bed["fits"], "c2", 0)) == sorted("tttt.....")
    assert sorted(marks(bed["turned"], "c2", 1)) == sorted("tttt.....")
    assert sorted(marks(bed["misses"], "c2", 0)) == sorted("tttpx....")
    assert len(bed["stand"]["own"]["stands"]) == 4


@pytest.mark.parametrize("language", ["en", "uk", "ru", "pl", "ro", "fr"])
def test_every_drawing_has_words_in_every_language(language):
    words = json.loads((LOCALE / language / "rules-figures.json").read_text("utf-8"))
    drawings = set(re.findall(r'"((?:marrakech|facir)-[a-z]+)": \{', PLACED.read_text("utf-8")))
    assert len(drawings) == 11
    assert drawings - set(words) == set()
