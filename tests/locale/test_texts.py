"""Texts of the catalogues: plural forms by number, parameters, and what is not there."""

import re

import pytest

from jemaa.core.errors import UnknownNameError
from jemaa.locale import FORMS, LANGUAGES, catalogue, plural, text

LAST = 130
# Every number from 0 to 130 that does not take the form named in `rest`.
TABLES = {
    "en": {"one": "1", "rest": "other"},
    "uk": {
        "one": "1 21 31 41 51 61 71 81 91 101 121",
        "few": "2-4 22-24 32-34 42-44 52-54 62-64 72-74 82-84 92-94 102-104 122-124",
        "rest": "many",
    },
    "ru": {
        "one": "1 21 31 41 51 61 71 81 91 101 121",
        "few": "2-4 22-24 32-34 42-44 52-54 62-64 72-74 82-84 92-94 102-104 122-124",
        "rest": "many",
    },
    "pl": {
        "one": "1",
        "few": "2-4 22-24 32-34 42-44 52-54 62-64 72-74 82-84 92-94 102-104 122-124",
        "rest": "many",
    },
    "ro": {"one": "1", "few": "0 2-19 101-119", "rest": "other"},
    "fr": {"one": "0-1", "rest": "other"},
}


def numbers(ranges):
    for one in ranges.split():
        first, _, last = one.partition("-")
        yield from range(int(first), int(last or first) + 1)


def forms(language):
    table = dict(TABLES[language])
    wanted = dict.fromkeys(range(LAST + 1), table.pop("rest"))
    for form, ranges in table.items():
        wanted |= dict.fromkeys(numbers(ranges), form)
    return wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_form_of_every_number(language):
    assert {number: plural(language, number) for number in range(LAST + 1)} == forms(language)


@pytest.mark.parametrize(
    ("language", "number", "form"),
    [
        ("en", 1.5, "other"),
        ("uk", 1.5, "other"),
        ("uk", 111, "many"),
        ("uk", 1_000_001, "one"),
        ("ru", 2.5, "other"),
        ("pl", 2.5, "other"),
        ("pl", 1_000_001, "many"),
        ("ro", 2.5, "few"),
        ("ro", 200, "other"),
        ("ro", 1_000_001, "few"),
        ("fr", 1.5, "one"),
        ("fr", 2.5, "other"),
        ("fr", 1_000_000, "many"),
        ("fr", 3_000_000, "many"),
        ("fr", 1_000_001, "other"),
    ],
)
def test_plural_form_of_fractions_and_large_numbers(language, number, form):
    assert plural(language, number) == form


def test_every_form_can_occur():
    for language, known in FORMS.items():
        met = {plural(language, number) for number in (*range(LAST), 2.5, 1_000_000)}
        assert met == set(known), language


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", ["1 nail", "2 nails", "21 nails", "25 nails"]),
        ("uk", ["1 цвях", "2 цвяхи", "21 цвях", "25 цвяхів"]),
        ("ru", ["1 гвоздь", "2 гвоздя", "21 гвоздь", "25 гвоздей"]),
        ("pl", ["1 gwóźdź", "2 gwoździe", "21 gwoździ", "25 gwoździ"]),
        ("ro", ["1 cui", "2 cuie", "21 de cuie", "25 de cuie"]),
        ("fr", ["1 clou", "2 clous", "21 clous", "25 clous"]),
    ],
)
def test_numbers_with_their_words(language, written):
    counted = [text(language, "facir.nails-short", count=count) for count in (1, 2, 21, 25)]
    assert counted == written


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["1 dirham", "1.5 dirhams", "2 dirhams", "2.5 dirhams", "21 dirhams"]),
        ("uk", ["1 дирхам", "1,5 дирхама", "2 дирхами", "2,5 дирхама", "21 дирхам"]),
        ("ru", ["1 дирхам", "1,5 дирхама", "2 дирхама", "2,5 дирхама", "21 дирхам"]),
        ("pl", ["1 dirhema", "1,5 dirhema", "2 dirhemy", "2,5 dirhema", "21 dirhemów"]),
        ("ro", ["1 dirham", "1,5 dirhami", "2 dirhami", "2,5 dirhami", "21 de dirhami"]),
        ("fr", ["1 dirham", "1,5 dirham", "2 dirhams", "2,5 dirhams", "21 dirhams"]),
    ],
)
def test_fractions_have_the_form_and_the_decimal_sign_of_the_language(language, said):
    """It brought "1 dirhams" and "2.5 dirham"."""
    for number, words in zip((1.0, 1.5, 2.0, 2.5, 21.0), said, strict=True):
        told = text(language, "analysis.fact-pays", better=number, chosen=0.5)
        assert words in told
        assert told.endswith(" 0.5." if language == "en" else " 0,5.")


@pytest.mark.parametrize(
    ("number", "said"), [(1.04, "1 turn"), (0.96, "1 turn"), (1.06, "1.1 turns")]
)
def test_form_follows_the_number_that_is_read(number, said):
    assert f" {said} more" in text("en", "advice.slower", name="x", turns=number)


def test_names_are_filled_in_as_they_are():
    assert text("en", "room.says", name="{phrase}", phrase="x") == "{phrase}: x"


def test_parameter_that_is_not_given_stays():
    assert text("en", "room.stand-in") == "Let a bot sit in for {name}"


def test_unknown_language_says_what_there_is():
    with pytest.raises(
        UnknownNameError, match="no language 'xx'; choose one of: en, uk, ru, pl, ro, fr"
    ):
        catalogue("xx")


def test_unknown_text_is_named():
    with pytest.raises(LookupError, match=r"no text 'room\.nothing' in Română"):
        text("ro", "room.nothing")


def test_catalogue_cannot_be_changed():
    with pytest.raises(TypeError):
        catalogue("en")["app.name"] = "x"


@pytest.mark.parametrize(
    ("language", "wrong", "right"), [("uk", r"\bАсам", "Ассам"), ("pl", r"(?i)\bdirham", "dirhem")]
)
def test_names_are_spelled_as_in_the_rule_book(language, wrong, right):
    texts = {key: str(words) for key, words in catalogue(language).items()}
    found = {key: words for key, words in texts.items() if re.search(wrong, words)}
    assert found == {}
    assert any(right in words for words in texts.values())
