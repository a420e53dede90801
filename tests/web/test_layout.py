"""What a finger must hit is large enough on a small phone."""

import pytest

from tests.web.browser import Visitor
from tests.web.places import every_page, look_at

pytestmark = pytest.mark.once

LEAST = 44
# Things to press, with their size; links within a sentence are as large as their line.
TARGETS = """() => [...document.querySelectorAll(
    "button, select, input:not(.vh), label:has(> input.vh), a[href], summary, [role=gridcell]")]
  .filter(one => one.checkVisibility({opacityProperty: false}) && !one.closest("p"))
  .filter(one => !(one.matches("input[type=checkbox]") && one.closest("label")))
  .map(one => {
    const {width, height} = one.getBoundingClientRect();
    const name = one.getAttribute("aria-label") ?? one.textContent.trim().slice(0, 40);
    return [`${one.tagName} ${name}`, width, height];
  })"""


def test_targets_are_large_enough_for_a_finger(browser, live):
    visitor = Visitor(
        browser,
        live.url,
        viewport={"width": 360, "height": 740},
        has_touch=True,
        expected=("404",),
        drawn=False,
    )
    small = []
    for name, place in every_page(live).items():
        page = look_at(visitor, place)
        # Half a pixel is the rounding of a layout in percent.
        small += [
            f"{name}: {what} is {wide:.0f} by {high:.0f}"
            for what, wide, high in page.evaluate(TARGETS)
            if min(wide, high) < LEAST - 0.5
        ]
    visitor.leave()
    assert not small, "\n".join(small)
