"""What the page gets of puzzles: true to the rules, whole, small, and without secrets."""

import gzip
from datetime import date, timedelta

import msgspec
import pytest

from jemaa.analysis.puzzles import MOST_ANSWERS, of_the_day, puzzles
from jemaa.locale import LANGUAGES, catalogue
from jemaa.server.puzzles import files, listed

pytestmark = pytest.mark.once
GAMES = ("marrakech", "facir")
DAYS = 400
EPOCH = 719_163
"""The number of the first of January 1970; `book.ts` counts from it."""
LIST_BYTES = 15_000
FILE_BYTES = 40_000


@pytest.fixture(scope="module")
def whole():
    return listed()


@pytest.fixture(scope="module")
def sheets():
    """All sheets by game and number."""
    found = {}
    for name, numbered in files():
        game = name.partition("-")[0]
        found |= {(game, int(number)): sheet for number, sheet in numbered.items()}
    return found


def test_page_has_the_same_puzzle_of_the_day(whole):
    """The arithmetic of `ofTheDay` on the page, over more than a year."""
    for number in range(DAYS):
        day = date(1970, 1, 1) + timedelta(days=20_000 + number)
        count = EPOCH + 20_000 + number
        assert count == day.toordinal()
        game = whole.games[count % len(whole.games)]
        order = whole.days[game]
        card = whole.cards[game][order[count // len(whole.games) % len(order)] - 1]
        assert card.id == of_the_day(day).id


def test_everybody_gets_every_puzzle_before_one_comes_again(whole):
    for game in GAMES:
        assert sorted(whole.days[game]) == list(range(1, len(puzzles(game)) + 1))


def test_list_shows_the_real_positions(whole, sheets):
    for game in GAMES:
        assert [card.number for card in whole.cards[game]] == [*range(1, len(puzzles(game)) + 1)]
        for card in whole.cards[game]:
            scene = sheets[game, card.number].scene
            assert len(card.picture) == 49
            if game == "marrakech":
                assert card.assam == scene["square"] + scene["heading"]
                assert len(scene["tops"]) == 49 - card.picture.count(".")
            else:
                assert card.assam == ""
                assert len(scene["nails"]) == 49 - card.picture.count(".")


@pytest.mark.parametrize("game", GAMES)
def test_sheets_are_true(sheets, game):
    for number, puzzle in enumerate(puzzles(game), 1):
        sheet, state = sheets[game, number], puzzle.state()
        legal = {move.text for move in state.legal()}
        answers = [answer.move for answer in sheet.answers]
        assert sheet.id == puzzle.id and sheet.scene["to_act"] == sheet.seat == puzzle.seat
        assert 1 <= len(answers) <= MOST_ANSWERS and tuple(answers) == puzzle.answers
        assert {*answers, *sheet.others} <= legal and not {*answers} & {*sheet.others}
        assert all(other.loss > 0 for other in sheet.others.values())
        assert sheet.tempting in sheet.others
        offered = {one["move"] for one in (*_ways(sheet.scene), *_places(sheet.scene))}
        if game == "marrakech":
            assert offered == legal == {*answers, *sheet.others}  # every move has its number
        for answer in sheet.answers:
            assert answer.story["seat"] == puzzle.seat
            if answer.story["kind"] == "lay":
                assert set(answer.story["squares"]) & set(answer.area)


def _ways(scene):
    return scene.get("directions", ())


def _places(scene):
    return [place for place in scene.get("places", ()) if place["reason"] is None]


def test_cards_of_others_are_not_told(sheets):
    for (game, _), sheet in sheets.items():
        if game != "facir":
            continue
        for room in sheet.scene["rooms"]:
            assert room["card"] is None or room["seat"] == sheet.seat
        for answer in sheet.answers:
            assert all(shown["seat"] == sheet.seat for shown in answer.story["shown"])
            rooms = msgspec.to_builtins(answer.change).get("rooms", ())
            assert all(room["card"] is None or room["seat"] == sheet.seat for room in rooms)


def test_every_fact_has_words_both_ways(sheets):
    keys = {fact.key for sheet in sheets.values() for fact in sheet.facts}
    for sheet in sheets.values():
        keys |= {other.fact.key for other in sheet.others.values() if other.fact}
    for language in LANGUAGES:
        texts = catalogue(language)
        wanted = {f"analysis.fact-{key}" for key in keys} | {f"puzzles.not-{key}" for key in keys}
        assert wanted <= set(texts)


def test_files_are_small(whole):
    assert len(gzip.compress(msgspec.json.encode(whole))) < LIST_BYTES
    for name, numbered in files():
        assert len(gzip.compress(msgspec.json.encode(numbered))) < FILE_BYTES, name
