import pytest
from hypothesis import given
from hypothesis import strategies as st

from jemaa.server.reasons import RefusalError
from jemaa.server.room.opening import LONGEST, clean_name
from tests.server.room.desk import refused

pytestmark = pytest.mark.once
FAMILY = "👨\u200d👩\u200d👧\u200d👦"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Amina", "Amina"),
        (" a \t b ", "a b"),
        ("e\u0301", "é"),
        ("Zoë O'Neil-2", "Zoë O'Neil-2"),
        ("Олександра", "Олександра"),
        ("ליאור", "ליאור"),
        ("हिन्दी", "हिन्दी"),
        ("山田 太郎", "山田 太郎"),
        ("<svg/onload=x>", "<svg/onload=x>"),
        ("x" * LONGEST, "x" * LONGEST),
        ("x\u0323\u0302" * LONGEST, "x\u0323\u0302" * LONGEST),
        ("🦁", "🦁"),
        ("\u2764\ufe0f", "\u2764\ufe0f"),
        (FAMILY * LONGEST, FAMILY * LONGEST),
        ("🏃🏽\u200d\u2640\ufe0f", "🏃🏽\u200d\u2640\ufe0f"),
    ],
)
def test_names_that_are_taken(text, name):
    assert clean_name(text) == name


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \t\n",
        "x" * (LONGEST + 1),
        "a\u202eb",
        "a\u200bb",
        "a\u2066b",
        "a\x00b",
        "\x1b[31m",
        "\u0301",
        "x" + "\u0301" * 6,
        "\u3164",
        "\u2800\u2800",
        "a\ufe0f",
        "a\u200db",
        "🦁\u200d",
        "🦁\u200d\u2066",
        "🦁\u200d\u200d🦁",
        "🦁\ufe0f\ufe0f",
        FAMILY + "\u200d🦁" * 3,
        FAMILY * (LONGEST + 1),
        "\ud800",
        "\ue000",
    ],
    ids=ascii,
)
def test_names_that_are_refused(text):
    with refused("name"):
        clean_name(text)


@pytest.mark.parametrize("other", ["Amina", "AMINA", "ａｍｉｎａ"])
def test_names_that_look_alike_are_taken(other):
    with refused("name-taken"):
        clean_name("amina", [other])


@given(st.text())
def test_a_clean_name_is_clean(text):
    try:
        name = clean_name(text)
    except RefusalError:
        return
    assert clean_name(name) == name == name.strip()
    assert name.isprintable()
    assert 0 < len(name) <= LONGEST * 5


def test_an_emoji_is_the_same_with_and_without_its_colour():
    with refused("name-taken"):
        clean_name("\u2764", ["\u2764\ufe0f"])


def test_a_text_with_thousands_of_signs_is_not_even_composed():
    """Accents are sorted in quadratic time: one such name kept the server busy for two seconds."""
    with pytest.raises(RefusalError, match="it has 32001 signs"):
        clean_name("a" + 16_000 * "\u0301" + 16_000 * "\u0323")
