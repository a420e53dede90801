"""Every page in every language: words, width, and what axe finds."""

import json
import re
from functools import cache

import pytest
from playwright.sync_api import expect

from tests.web.browser import DESK, PHONE, ROOT, Visitor, resize
from tests.web.places import PAGES, look_at

pytestmark = pytest.mark.once

LANGUAGES = ("en", "uk", "ru", "pl", "ro", "fr")
WIDTHS = (320, 390, 768, 1440)
# By turns, so that over the languages every page is looked at in each of these ways.
SIGHTS = (("light", DESK), ("dark", PHONE), ("dark", DESK), ("light", PHONE))
LOCALE = ROOT / "src/jemaa/locale"
AXE = (ROOT / "web/node_modules/axe-core/axe.min.js").read_text("utf-8")
# Axe does not look at what cannot be seen, so a page that is not drawn can be seen while it looks.
# Nothing is fetched beforehand: only rules for films and for sheets of other sites would need it.
# Pictures that are hidden from screen readers are empty meanwhile: of all that is in them axe asks
# only whether it takes the focus, and to find out what else it might ask takes most of the time.
FAULTS = """async (contrast) => {
  const {style} = document.documentElement;
  const hidden = [...document.querySelectorAll("svg[aria-hidden=true]")];
  const focusable = hidden.filter(one => one.querySelector("a, [tabindex], [focusable=true]"));
  const drawn = hidden.map(one => [...one.childNodes]);
  for (const one of hidden) one.replaceChildren();
  style.setProperty("opacity", 1, "important");
  const {violations} = await axe.run(document, {
    resultTypes: ["violations"],
    preload: false,
    rules: {"color-contrast": {enabled: contrast}},
  });
  style.removeProperty("opacity");
  hidden.forEach((one, index) => one.replaceChildren(...drawn[index]));
  return violations
    .flatMap(
      fault => fault.nodes.map(node => `${fault.id}: ${node.target.join(" ")}: ${node.html}`))
    .concat(focusable.map(one => `takes the focus, but is hidden: ${one.outerHTML}`));
}"""
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


def words(language):
    """Return the texts of a language by area and key; each form of a plural counts for itself."""
    found = {}
    for path in (LOCALE / language).glob("*.json"):
        for key, text in json.loads(path.read_text("utf-8")).items():
            forms = {"": text} if isinstance(text, str) else text
            for form, words in forms.items():
                found[path.stem, key, form] = words
    return found


@cache
def foreign(other, language):
    """Return the texts of another language that are not in one: they must not be seen in it."""
    own = set(words(language).values())
    return {
        text
        for (_, _, form), text in words(other).items()
        if form != "by" and "{" not in text and text not in own
    }


def missing_keys(texts):
    areas = {path.stem for path in (LOCALE / "en").glob("*.json")}
    key = re.compile(rf"^({'|'.join(areas)})\.[\w-]+$")
    return [text for text in texts if key.match(text) or re.search(r"\{\w+\}", text)]


def sizes(first, last):
    """Return sizes of all widths, each once: from the one the window has to the one it gets."""
    ends = [first] * (first != last), [last]
    between = [
        {"width": width, "height": 844}
        for width in WIDTHS
        if width not in (first["width"], last["width"])
    ]
    return [*ends[0], *between, *ends[1]]


@pytest.mark.parametrize("name", PAGES)
def test_every_page_reads_well_fits_and_is_accessible(browser, live, name):
    number = [*PAGES].index(name)
    # Each page comes in one language, by turns, and is changed to the others.
    first = LANGUAGES[number % len(LANGUAGES)]
    faults, seen = [], set()
    visitor = Visitor(browser, live.url, locale=first, expected=("404",), drawn=False)
    place = PAGES[name](live)
    page = look_at(visitor, place)
    assert page.locator("html").get_attribute("lang") == first
    before = DESK
    for language in sorted(LANGUAGES, key=lambda each: each != first):
        change_language(visitor, place, language)
        theme, size = SIGHTS[(number + LANGUAGES.index(language)) % len(SIGHTS)]
        page.emulate_media(color_scheme=theme)
        texts = page.evaluate(WORDS)
        faults += [f"{language}: no words: {text}" for text in missing_keys(texts)]
        for other in {"en", first} - {language}:
            left = foreign(other, language) & set(texts)
            faults += [f"{language}: not translated: {text}" for text in left]
        for each in sizes(before, size):
            resize(page, each)
            faults += [f"{language} at {each['width']}: {what}" for what in page.evaluate(TOO_WIDE)]
        before = size
        # Colours are the same in every language, and to compare them takes longest.
        is_new = (theme, size["width"]) not in seen
        seen.add((theme, size["width"]))
        faults += [f"{language}, {theme}: {fault}" for fault in accessibility(page, is_new)]
    visitor.leave()
    assert not faults, "\n".join(faults)


def change_language(visitor, place, to):
    """Choose a language as people do; where that is not offered, come anew."""
    page = visitor.page
    field = page.locator("select:has(option[value=ro])").first
    if page.locator("html").get_attribute("lang") == to:
        return
    if field.count():
        # The home page of a desk has buttons instead of the field, which is there but not seen.
        field.select_option(to, force=True)
    else:
        visitor.remember("jemaa.settings", json.dumps({"language": to}), anew=True)
        look_at(visitor, place)
    expect(page.locator("html")).to_have_attribute("lang", to)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_any_dialog(browser, live, theme):
    visitor = Visitor(browser, live.url, color_scheme=theme, drawn=False)
    faults = []
    page = look_at(visitor, PAGES["facir-play"](live))
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


def accessibility(page, contrast=True):
    """Return what axe objects to; the policy of the page does not hold for the debugger."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    return page.evaluate(FAULTS, contrast)
