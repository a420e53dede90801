"""Colours can be told apart, by day and by night: every pair of tokens that the page puts together.

The measure is that of WCAG 2.2: 4.5 to 1 for text, 3 to 1 for large text and for signs.
"""

import re
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "web/src"
TEXT, SIGN = 4.5, 3.0
GROUNDS = ("wall", "wall-2", "panel", "panel-2", "well", "act-soft", "lamp-soft")
WRITTEN = {
    "ink": (*GROUNDS, "lit-inside", "niche"),
    "ink-2": GROUNDS,
    "act-ink": GROUNDS,
    "lamp-ink": ("panel", "well", "lamp-soft"),
    "loop": ("deep",),
    **{f"{colour}-d": ("wool",) for colour in "rybn"},
}
"""Text that stands on what lies below it, or in a picture: no rule names both."""
DRAWN = {
    "line-2": ("wall", "panel", "well"),
    "act": ("wall", "panel", "well"),
    "lamp-ink": ("wall",),
    "lamp-line": ("lamp",),
    "hole": ("wood", "wood-2"),
    "ring-in": ("ring-out",),
    "silver-rim": ("silver",),
    "coin-rim": ("coin-gold",),
    "card-rim": ("card-paper", "card-back"),
}


def tokens(night):
    """Read the colours of the page, those of the night over those of the day."""
    found = {}
    for path in ("generated/tokens.css", "tokens.css"):
        text = (SOURCES / path).read_text("utf-8")
        for head, rules in re.findall(r"(:root[^{]*)\{([^}]*)\}", text):
            if night or "dark" not in head:
                found |= dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", rules))
    return found


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def named_together():
    """Find the tokens for text and for what is below it that stand in one rule of a style."""
    for path in (*SOURCES.rglob("*.svelte"), SOURCES / "base.css"):
        for rule in re.findall(r"\{([^{}]*)\}", path.read_text("utf-8")):
            ink = re.search(r"(?<![\w-])color: var\(--([\w-]+)\)", rule)
            ground = re.search(r"(?<![\w-])background(?:-color)?: var\(--([\w-]+)\)", rule)
            if ink and ground:
                yield ink[1], ground[1], path.name


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
def test_text_and_signs_stand_out(night):
    colours = tokens(night)
    pairs = [(one, other, TEXT, "") for one in WRITTEN for other in WRITTEN[one]]
    pairs += [(one, other, SIGN, "") for one in DRAWN for other in DRAWN[one]]
    pairs += [(*found[:2], TEXT, found[2]) for found in named_together()]
    weak = {
        f"--{one} on --{other} {where}: {contrast(colours[one], colours[other]):.2f}"
        for one, other, least, where in pairs
        if contrast(colours[one], colours[other]) < least
    }
    assert not weak, "\n".join(sorted(weak))


def test_pairs_of_rules_are_found():
    found = {(one, other) for one, other, _ in named_together()}
    assert {("on-act", "act"), ("lamp-ink", "lamp-soft")} <= found
