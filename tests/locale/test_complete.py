"""Every language has every text, in every plural form, with the same parameters."""

import json
import re
from pathlib import Path

import pytest

from jemaa.locale import FORMS, LANGUAGES, catalogue

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "src/jemaa/locale"
ENGLISH = catalogue("en")
OTHERS = [language for language in LANGUAGES if language != "en"]
# "one" stands for the number 1 alone, so it may be written as a word ("once more"). In French it is
# also the form of 0, but what is counted in words is never 0 there.
ONE_IS_ONE = {"en", "pl", "ro", "fr"}
SAME_IN_ALL = re.compile(
    r"app\.(name|title)|pieces\.letter-.|.*-clauses|home\.clock-(quick|calm)|home\.set-edition-\d+"
    r"|room\.(seat-bot|says|code|clock)|bots\.(bot|twice|name-.*)|facir\.degrees|marrakech\.result-place"
    r"|marrakech\.percent"
)
SAME_IN_SOME = {
    "pl": {"app.level-amin", "app.menu", "puzzles.short-fakir"},
    "ro": {"app.level-amin"},
    "fr": {
        *("app.menu", "home.learn-time", "marrakech.result", "rules-figures.contents"),
        *("terminal.word-position", "puzzles.short-fakir"),
    },
}
LESSON = re.compile(r"learn\.(marrakech|facir)-")
SQUARE = re.compile("[a-g][1-7]")
LATIN = {"Jemaa", "Marrakech", "Façir", "Enter", "Shift", "QR"}
BUTTON = re.compile(
    r"(marrakech|facir)\.(do|go|act)-.*|home\.(start|invite|join-go)|learn\.(show|leave|first)"
    r"|room\.(sit|copy|share|agree|decline|stay|leave-go|claim-.*)|result\.(rematch|replay|record)"
)
ENGLISH_WORDS = re.compile(r"\b(the|and|with|your|you|this|that|from|there|rugs?|nails?)\b", re.I)

pytestmark = pytest.mark.once


def spellings(words):
    """Return the texts of an entry by form; a plain one has the form ''."""
    if isinstance(words, str):
        return {"": words}
    return {form: spelled for form, spelled in words.items() if form != "by"}


def parameters(words):
    found = {name for one in spellings(words).values() for name in names(one)}
    return found if isinstance(words, str) else found | {words["by"]}


def names(spelled):
    return re.findall(r"\{(\w+)\}", spelled)


def every_spelling(language):
    for key, words in catalogue(language).items():
        for form, spelled in spellings(words).items():
            yield (f"{key} {form}".rstrip(), spelled)


def without_names(spelled):
    return re.sub(r"\{\w+\}", "", spelled)


@pytest.mark.parametrize("language", LANGUAGES)
def test_files_have_no_key_twice(language):
    def pairs(found):
        keys = [key for key, _ in found]
        assert len(keys) == len(set(keys))
        return dict(found)

    for path in sorted((FOLDER / language).glob("*.json")):
        json.loads(path.read_text("utf-8"), object_pairs_hook=pairs)


@pytest.mark.parametrize("language", OTHERS)
def test_same_files_as_english(language):
    assert {path.name for path in (FOLDER / language).iterdir()} == {
        path.name for path in (FOLDER / "en").iterdir()
    }


@pytest.mark.parametrize("language", OTHERS)
def test_same_keys_as_english(language):
    texts = catalogue(language)
    assert {"missing": ENGLISH.keys() - texts.keys(), "extra": texts.keys() - ENGLISH.keys()} == {
        "missing": set(),
        "extra": set(),
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_texts_have_the_forms_of_the_language(language):
    wrong = {}
    for key, words in catalogue(language).items():
        if not isinstance(words, str) and tuple(spellings(words)) != FORMS[language]:
            wrong[key] = list(words)
        if isinstance(words, str) and not isinstance(ENGLISH[key], str):
            wrong[key] = "is counted in English"
    assert wrong == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_parameters_are_those_of_english(language):
    wrong = {
        key: parameters(words)
        for key, words in catalogue(language).items()
        if parameters(words) != parameters(ENGLISH[key])
    }
    assert wrong == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_uses_every_parameter(language):
    wrong = {}
    for key, words in catalogue(language).items():
        used = {name for one in spellings(words).values() for name in names(one)}
        for form, spelled in spellings(words).items():
            free = {words["by"]} if form == "one" and language in ONE_IS_ONE else set()
            if used - set(names(spelled)) - free:
                wrong[f"{key} {form}"] = spelled
    assert wrong == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_clean(language):
    wrong = {}
    for key, spelled in every_spelling(language):
        clean = re.sub(r"[ \t]{2,}", " ", spelled).strip()
        braces = re.sub(r"\{\w+\}", "", spelled)
        if not clean or clean != spelled or set("{}<>") & set(braces):
            wrong[key] = spelled
    assert wrong == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_bold_parts_are_those_of_english(language):
    """Only lessons and the lines of a turn have such; elsewhere the asterisks would be seen."""
    bold = {
        key: {tuple(names(part)) for part in re.findall(r"\*\*(.+?)\*\*", spelled)}
        for key, spelled in every_spelling(language)
        if "*" in spelled
    }
    lessons = {key for key, spelled in every_spelling("en") if LESSON.match(key) and "*" in spelled}
    assert {key for key in bold if LESSON.match(key)} == lessons
    bold = {key: part for key, part in bold.items() if key not in lessons}
    assert bold == {
        f"marrakech.turn-{step}-{how}": {parameters}
        for step in ("roll", "lay")
        for how, parameters in (("pay", ("paid",)), ("short", ("paid", "due")))
    }


@pytest.mark.parametrize("language", OTHERS)
def test_texts_are_translated(language):
    allowed = SAME_IN_SOME.get(language, set())
    same = {
        key
        for key, words in catalogue(language).items()
        if words == ENGLISH[key] and not SAME_IN_ALL.fullmatch(key) and key not in allowed
    }
    assert same == set()


@pytest.mark.parametrize("language", OTHERS)
def test_no_english_words_are_left(language):
    left = {
        key: spelled
        for key, spelled in every_spelling(language)
        if ENGLISH_WORDS.search(without_names(spelled))
    }
    assert left == {}


@pytest.mark.parametrize(
    ("language", "strange"),
    [
        ("uk", "ыэъёЫЭЪЁ"),
        ("ru", "іїєґІЇЄҐ"),
        ("pl", "ăâîșțşţçèàùœ"),
        ("ro", "şţŞŢąęłńśźżçèàùœ"),  # with a comma below, not with a cedilla
        ("fr", "ășțşţąęłńśźż"),
    ],
)
def test_letters_of_other_languages_do_not_occur(language, strange):
    texts = dict(every_spelling(language))
    found = {key: one for key, one in texts.items() if set(strange) & set(one.replace("Façir", ""))}
    assert found == {}


@pytest.mark.parametrize("language", ["uk", "ru"])
def test_latin_letters_occur_only_in_names(language):
    found = {}
    for key, spelled in every_spelling(language):
        if key.endswith("-clauses"):
            continue
        for word in re.findall(r"\w*[A-Za-z]\w*", without_names(spelled)):
            if word not in LATIN and not SQUARE.fullmatch(word):
                found[key] = word
    assert found == {}


@pytest.mark.parametrize("language", OTHERS)
def test_apostrophes_and_french_spaces(language):
    wrong = re.compile(r"'|(?: [:;?!%»])|« " if language == "fr" else "'")
    found = {key: one for key, one in every_spelling(language) if wrong.search(one)}
    assert found == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_players_have_four_letters_taken_from_their_colours(language):
    texts = catalogue(language)
    letters = [texts[f"pieces.letter-{colour}"] for colour in "rybn"]
    assert len(set(letters)) == 4
    for letter, colour in zip(letters, "rybn", strict=True):
        assert len(letter) == 1 and letter.isupper()
        assert letter.lower() in texts[f"pieces.colour-{colour}"].lower()


@pytest.mark.parametrize("language", OTHERS)
def test_buttons_are_short(language):
    long = {}
    for key, words in catalogue(language).items():
        if not BUTTON.fullmatch(key):
            continue
        room = 1.6 * max(map(len, spellings(ENGLISH[key]).values())) + 6
        for spelled in spellings(words).values():
            if len(spelled) > room:
                long[key] = spelled
    assert BUTTON.fullmatch("facir.do-lay")
    assert long == {}
