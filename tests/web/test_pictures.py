"""Pictures of positions in a real browser: they are drawn, and no text leaves its place."""

import struct
from random import Random

import pytest

import jemaa
from jemaa import svg
from jemaa.locale import LANGUAGES

pytestmark = pytest.mark.once

# How far each text reaches over the picture's right edge, and over the next text in its line.
OVER = """() => {
  const picture = document.querySelector("svg").getBoundingClientRect();
  const boxes = [...document.querySelectorAll("text")]
    .filter((text) => !text.closest("defs"))
    .map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }));
  const faults = [];
  for (const { text, box } of boxes) {
    if (box.right > picture.right + 1 || box.left < picture.left - 1) faults.push(text);
    if (box.bottom > picture.bottom + 1) faults.push(text);
    for (const other of boxes) {
      const apart = other.box.left >= box.right || other.box.right <= box.left ||
        other.box.top + 4 >= box.bottom || other.box.bottom - 4 <= box.top;
      if (other.text !== text && !apart) faults.push(`${text} / ${other.text}`);
    }
  }
  return faults;
}"""


def position_of(name, players):
    """Return a position in the middle of a random game."""
    rng = Random(players)
    state = jemaa.game(name).new(players=players)
    for _ in range(40):
        actions = state.legal() or [outcome for outcome, _ in state.outcomes()]
        state = state.after(rng.choice(actions))
    return state


@pytest.fixture
def page(browser):
    found = browser.new_page(viewport={"width": 1200, "height": 1000})
    yield found
    found.close()


@pytest.mark.parametrize("name", ["marrakech", "facir"])
def test_pictures_are_drawn_and_texts_keep_their_places(page, name):
    for players in (2, 3, 4):
        state = position_of(name, players)
        for language in LANGUAGES:
            picture = svg.board(state, size=1000, language=language, marks=["d4"])
            page.set_content(f"<body style='margin:0'>{picture}")
            assert page.evaluate(OVER) == [], (players, language)
        shot = page.locator("svg").screenshot()
        width, height = struct.unpack(">II", shot[16:24])
        assert width == 1000
        assert 600 < height < 900
        assert len(shot) > 30_000  # an empty picture takes far less
