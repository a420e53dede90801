"""Every page in every language: words, width, and what axe finds."""

import json
import re

import pytest

from tests.web.browser import DESK, PHONE, ROOT, Visitor, resize
from tests.web.places import every_page, look_at

pytestmark = pytest.mark.once

LANGUAGES = ("en", "uk", "ru", "pl", "ro", "fr")
WIDTHS = (320, 390, 768, 1440)
# By turns, so that over the languages every page is looked at in each of these ways.
SIGHTS = (("light", DESK), ("dark", PHONE), ("dark", DESK), ("light", PHONE))
LOCALE = ROOT / "src/jemaa/locale"
AXE = (ROOT / "web/node_modules/axe-core/axe.min.js").read_text("utf-8")
FAULTS = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations.flatMap(
  fault => fault.nodes.map(node => `${fault.id}: ${node.target.join(" ")}: ${node.html}`))"""
# The words that people see, and those that are read to them.
WORDS = r"""() => {
  const found = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) found.add(walk.currentNode.data.trim());
  for (const element of document.querySelectorAll("*"))
    for (const name of ["aria-label", "title", "placeholder", "alt"])
      if (element.hasAttribute(name)) found.add(element.getAttribute(name).trim());
  found.add(document.title);
  return [...found].filter(text => text);
}"""
# What is wider than the window, by name; hidden overflow counts, too.
TOO_WIDE = """() => {
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= wide && document.body.scrollWidth <= wide) return [];
  return [...document.body.querySelectorAll("main *, header *")]
    .filter(one => one.getBoundingClientRect().right > wide + 0.5)
    .map(one => `${one.tagName}.${one.getAttribute("class")}: ${one.textContent.slice(0, 40)}`)
    .concat(`the page: ${document.documentElement.scrollWidth} > ${wide}`);
}"""


@pytest.fixture(scope="module")
def places(live):
    return every_page(live)


def words(language):
    """Give the texts of a language by area and key; the forms of a plural count each for itself."""
    found = {}
    for path in (LOCALE / language).glob("*.json"):
        for key, text in json.loads(path.read_text("utf-8")).items():
            forms = {"": text} if isinstance(text, str) else text
            for form, words in forms.items():
                found[path.stem, key, form] = words
    return found


def english_left(language):
    """Give the English texts that do not stand in a language, so that they must not be seen."""
    own = set(words(language).values())
    return {
        text
        for (_, _, form), text in words("en").items()
        if form != "by" and "{" not in text and text not in own
    }


def missing_keys(texts):
    areas = {path.stem for path in (LOCALE / "en").glob("*.json")}
    key = re.compile(rf"^({'|'.join(areas)})\.[\w-]+$")
    return [text for text in texts if key.match(text) or re.search(r"\{\w+\}", text)]


def sizes(first, last):
    """Give sizes of all widths, each once: from the one that the window has to the one it gets."""
    ends = [first] * (first != last), [last]
    between = [
        {"width": width, "height": 844}
        for width in WIDTHS
        if width not in (first["width"], last["width"])
    ]
    return [*ends[0], *between, *ends[1]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_reads_well_fits_and_is_accessible(browser, live, places, language):
    english = set() if language == "en" else english_left(language)
    faults = []
    visitor = Visitor(browser, live.url, locale=language, expected=("404",))
    before = DESK
    for number, (name, place) in enumerate(places.items(), LANGUAGES.index(language)):
        theme, size = SIGHTS[number % len(SIGHTS)]
        visitor.page.emulate_media(color_scheme=theme)
        page = look_at(visitor, place)
        assert page.locator("html").get_attribute("lang") == language
        texts = page.evaluate(WORDS)
        faults += [f"{name}: not translated: {text}" for text in english & set(texts)]
        faults += [f"{name}: no words: {text}" for text in missing_keys(texts)]
        for each in sizes(before, size):
            resize(page, each)
            faults += [f"{name} at {each['width']}: {what}" for what in page.evaluate(TOO_WIDE)]
        before = size
        faults += [f"{name}, {theme}: {fault}" for fault in accessibility(page)]
    visitor.leave()
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_any_dialog(browser, live, places, theme):
    visitor = Visitor(browser, live.url, color_scheme=theme)
    faults = []
    page = look_at(visitor, places["facir-play"])
    names = ("Moves", "Rules", "Settings", "Keys", "Say something", "Change a name", "Leave")
    for name in names:
        visitor.press("Menu")
        faults += [f"menu: {fault}" for fault in accessibility(page)] if name == "Moves" else []
        page.get_by_role("dialog").get_by_role("button", name=name).click()
        page.get_by_role("dialog", name=name).wait_for()
        faults += [f"{name}: {fault}" for fault in accessibility(page)]
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
    visitor.leave()
    assert not faults, "\n".join(faults)


def accessibility(page):
    """Give what axe objects to; the policy of the page does not hold for the debugger."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    return page.evaluate(FAULTS)
