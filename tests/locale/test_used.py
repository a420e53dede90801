"""The texts that the page, the rules and the refusals need are there."""

import re
from pathlib import Path

import pytest

from jemaa.games.facir.setup import MOST_TURNS
from jemaa.locale import LANGUAGES, catalogue
from jemaa.server.reasons import REASONS, SERVER_REASONS

ROOT = Path(__file__).parents[2]
ENGLISH = catalogue("en")
AREAS = {key.partition(".")[0] for key in ENGLISH}
GAMES = {"marrakech": "MV", "facir": "F"}

pytestmark = pytest.mark.once


def commands():
    """Return the modules that speak in a terminal."""
    for folder in ("cli", "games", "players"):
        for path in sorted((ROOT / "src/jemaa" / folder).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), path.read_text("utf-8")


def test_every_text_of_the_terminal_is_there_and_used():
    """Keys are whole, or end in a name in braces; the terminal has its own areas for itself."""
    named = {
        key: re.compile(re.sub(r"\\{[^}]*\\}", "[\\\\w-]*", re.escape(key)))
        for name, source in commands()
        for key in re.findall(r"[\"']((?:advice|terminal)\.[\w{}.'\[\]-]+)[\"']", source)
    }
    assert named
    missing = {key for key, found in named.items() if not any(map(found.fullmatch, ENGLISH))}
    assert missing == set()


def sources():
    for path in sorted((ROOT / "web/src").rglob("*")):
        if path.suffix in (".ts", ".svelte") and "generated" not in path.parts:
            yield path.relative_to(ROOT).as_posix(), path.read_text("utf-8")


def test_every_whole_key_of_the_page_is_there():
    area = "|".join(sorted(AREAS))
    missing = [
        f"{name}: {key}"
        for name, source in sources()
        for key in re.findall(rf"[\"'`]((?:{area})\.[\w-]*\w)[\"'`]", source)
        if key not in ENGLISH
    ]
    assert missing == []


def test_every_built_key_of_the_page_can_be_met():
    area = "|".join(sorted(AREAS))
    missing = []
    for name, source in sources():
        for key in re.findall(rf"`((?:{area})\.[^`]*\$\{{[^`]*)`", source):
            fixed = re.split(r"\$\{[^}]*\}", key)
            pattern = re.compile(r"[\w-]*".join(map(re.escape, fixed)))
            if not any(map(pattern.fullmatch, ENGLISH)):
                missing.append(f"{name}: {key}")
    assert missing == []


def test_every_reason_of_the_server_has_a_sentence():
    known = (*REASONS, *SERVER_REASONS)
    assert {reason for reason in known if f"reasons.{reason}" not in ENGLISH} == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_of_a_game_has_a_sentence(game):
    source = (ROOT / f"src/jemaa/games/{game}/validate.py").read_text("utf-8")
    codes = set(re.findall(r'return \(?\s*"([a-z-]+)",', source))
    assert codes
    assert {code for code in codes if f"reasons.{code}" not in ENGLISH} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_round_without_a_limit_of_turns_says_what_ends_it(language):
    """It is not endless: a record must end."""
    texts = catalogue(language)
    assert str(MOST_TURNS) in texts["home.set-turn_cap-none"]
    assert str(MOST_TURNS) in texts["room.with-turn_cap-none"]


def cited(game):
    """Return the clauses that the short rules cite; `M-10–M-14` stands for five of them."""
    for key, words in ENGLISH.items():
        if key.startswith(f"rules-{game}.") and key.endswith("-clauses"):
            for one in words.replace("°", "").split(", "):
                ends = [end.split("-") for end in one.split("–")]
                (letter,) = {letter for letter, _ in ends}
                for number in range(int(ends[0][1]), int(ends[-1][1]) + 1):
                    yield f"{letter}-{number}"


@pytest.mark.parametrize(("game", "letters"), GAMES.items())
def test_short_rules_cite_every_clause_and_no_other(game, letters):
    full = (ROOT / f"docs/rules/{game}.md").read_text("utf-8")
    clauses = re.findall(rf"^- \*\*([{letters}]-\d+)\*\*", full, re.M)
    assert len(clauses) > 15
    assert set(cited(game)) == set(clauses)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "letters"), GAMES.items())
def test_short_rules_mark_what_was_decided(game, letters, language):
    """What the books leave open has a °; the full rules say so at each clause."""
    full = (ROOT / f"docs/rules/{game}.md").read_text("utf-8")
    bodies = re.findall(rf"^- \*\*([{letters}]-\d+)\*\*(.*?)(?=^- \*\*|^#|\Z)", full, re.M | re.S)
    decided = {clause for clause, body in bodies if "**Decided**" in body or "**decided**" in body}
    marked, plain = set(), set()
    texts = catalogue(language)
    for key in texts:
        if key.startswith(f"rules-{game}.") and key.endswith("-clauses"):
            marked |= set(re.findall(r"([A-Z]-\d+)°", texts[key]))
            plain |= set(re.findall(r"([A-Z]-\d+)(?![\d°])", texts[key]))
    assert marked == decided
    assert not marked & plain
    assert texts["rules-figures.decided"].startswith("° ")


def test_clauses_known_to_be_open_are_marked_as_decided():
    known = {"M-5", "M-23", "F-1", "F-2", "F-11", "F-21", "F-24", "F-30"}
    full = "".join((ROOT / f"docs/rules/{game}.md").read_text("utf-8") for game in GAMES)
    for clause in known:
        body = re.search(rf"^- \*\*{clause}\*\*(.*?)(?=^- \*\*|^#)", full, re.M | re.S)
        assert "**Decided**" in body[1], clause


@pytest.mark.parametrize("language", LANGUAGES)
def test_short_rules_say_who_begins(language):
    texts = catalogue(language)
    youngest = {"en": "youngest", "uk": "наймолодший", "ru": "младший", "pl": "najmłodsza"}
    youngest |= {"ro": "tânăr", "fr": "jeune"}
    assert youngest[language] in texts["rules-facir.2"]
    begin = {"en": "begin", "uk": "Почати", "ru": "Начать", "pl": "Zacząć", "ro": "începe"}
    assert (begin | {"fr": "commencer"})[language] in texts["rules-marrakech.3"]


@pytest.mark.parametrize("game", GAMES)
def test_sections_are_numbered_without_a_gap(game):
    count = sum(key.startswith(f"rules-{game}.") and key.endswith("-title") for key in ENGLISH)
    assert count > 5
    for number in range(1, count + 1):
        assert {f"rules-{game}.{number}{part}" for part in ("", "-title", "-clauses")} <= set(
            ENGLISH
        )
