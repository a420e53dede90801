"""Changing the language changes words and nothing else."""

import pytest
from playwright.sync_api import expect

from tests.web.browser import is_marked, mark
from tests.web.places import laying, look_at, table

pytestmark = pytest.mark.once


def test_language_changes_at_once_and_the_aim_stays(live, visit):
    visitor = visit()
    page = look_at(visitor, table(live, "marrakech", laying))
    visitor.press("Next place")
    aimed = page.locator("[role=gridcell][aria-selected=true]")
    before = aimed.evaluate_all("cells => cells.map(cell => cell.id)")
    assert len(before) == 2
    mark(page)
    page.get_by_label("Language").select_option("uk")
    expect(page.locator("html")).to_have_attribute("lang", "uk")
    expect(page.get_by_role("button", name="Lay the rug")).to_have_count(0)
    assert aimed.evaluate_all("cells => cells.map(cell => cell.id)") == before
    assert is_marked(page)
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "uk")


def test_language_changes_while_a_form_is_filled_in(visit):
    visitor = visit()
    page = visitor.go("/")
    page.get_by_role("radio", name="Friends by link").check(force=True)
    page.get_by_label("Your name").fill("Оксана")
    page.get_by_role("button", name="Українська").click()
    expect(page.get_by_label("Your name")).to_have_count(0)
    expect(page.locator("input[autocomplete=off]").first).to_have_value("Оксана")


@pytest.mark.parametrize(
    ("wanted", "given"), [("uk-UA", "uk"), ("pl", "pl"), ("fr-CA", "fr"), ("de-DE", "en")]
)
def test_first_language_is_that_of_the_browser(visit, wanted, given):
    page = visit(locale=wanted).go("/")
    expect(page.locator("html")).to_have_attribute("lang", given)
