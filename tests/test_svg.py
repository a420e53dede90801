"""Positions as pictures: valid, bounded, readable without colour, and silent about secrets."""

import json
import re
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import jemaa
from jemaa import locale, svg
from jemaa.core.errors import InvalidNotationError, JemaaError
from jemaa.core.game import Game
from jemaa.core.picture import css, piece, tokens
from jemaa.core.playout import playout
from jemaa.core.state import SPECTATOR
from jemaa.games.marrakech.notation import parse_unchecked
from jemaa.locale import LANGUAGES

ROOT = Path(__file__).parents[1]
NAMES = ("marrakech", "facir")
SPACE = "{http://www.w3.org/2000/svg}"
MARKET = (
    "marrakech - rSbSy4/rbbnEnnrS/1rS3ySr/1rybEby1/1yrErrEr1/1nyEyySr1/1bEb1yy1 g5S"
    " 38,24,32,26 r5,y5,b6,n6 2:lay"
)
BED = "facir players=3 6y/5yy/5rr/r6/6y/y2bb2/1b2r2 16^1,12^0,3^2 -,-,-/- 1:play:0:24 e5e6"


def read(picture):
    """Parse a picture; whatever it refers to must be in it, once."""
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SPACE}svg"
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    used = re.findall(r"url\(#([\w-]+)\)|href=\"#([\w-]+)\"", picture)
    assert {first or second for first, second in used} <= set(ids)
    assert set(root.get("aria-labelledby").split()) <= set(ids)
    assert root.get("role") == "img"
    for element in root.iter():
        assert element.tag.removeprefix(SPACE) not in ("style", "script", "image", "foreignObject")
        assert not any(name.startswith("on") for name in element.attrib)
    return root


def words_of(picture):
    return [element.text for element in read(picture).iter(f"{SPACE}text")]


def states_of(name, players, seed):
    """Return every position of a random game."""
    state = jemaa.game(name).new(players=players)
    rng = Random(seed)
    yield state
    while not state.is_over:
        actions = state.legal() or [outcome for outcome, _ in state.outcomes()]
        state = state.after(rng.choice(actions))
        yield state


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", NAMES)
def test_every_position_of_a_game_is_valid_xml(name, players):
    states = list(states_of(name, players, 7))
    for state in states[:: max(1, len(states) // 12)] + states[-1:]:
        root = read(svg.board(state))
        assert root.find(f"{SPACE}title").text == state.game.title
        for seat in (SPECTATOR, *range(players)):
            read(svg.board(state.view(seat)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("position", [MARKET, BED], ids=NAMES)
def test_pictures_speak_all_languages(language, position):
    state = jemaa.parse(position)
    shown = words_of(svg.board(state, language=language))
    letters = {locale.text(language, f"pieces.letter-{letter}") for letter in "ryb"}
    assert letters <= set(shown)


def test_market_is_readable_without_colour():
    state = jemaa.parse(MARKET)
    picture = svg.board(state)
    root = read(picture)
    squares = sum(board.bit_count() for board in state.boards)
    signs = [use for use in root.iter(f"{SPACE}use") if "sign-" in use.get("href")]
    assert len(signs) == squares
    for letter in "rybn":
        assert f'id="jemaa-weave-{letter}"' in picture
    assert {"38", "24", "32", "26", "Red", "Yellow", "Blue", "Brown"} <= set(words_of(picture))
    told = root.find(f"{SPACE}desc").text
    assert "Assam on g5 looks down. Blue: lay a rug." in told
    assert "Red: 11 squares + 38 = 49, rugs: 5R." in told
    assert "Brown: d2 e2 f2 b6." in told


def test_assam_looks_where_he_looks():
    turns = set()
    for heading in "NESW":
        picture = svg.board(jemaa.game("marrakech").new(players=4, facing=heading))
        turns.add(re.search(r"translate\(350 350\)( rotate\((\d+)\))?", picture)[2])
    assert turns == {None, "90", "180", "270"}


def test_rugs_of_who_is_out_are_marked():
    state = parse_unchecked(
        "marrakech - 7/1r5/2rEr3/7/7/7/7 c4W x1,60,30,30 r11,y11,b11,n11 1:turn"
    )
    picture = svg.board(state)
    assert picture.count("url(#jemaa-ash)") == 2
    assert "out: could not pay" in words_of(picture)


# Secrets.


@given(st.integers(0, 10**6), st.sampled_from([2, 3, 4]), st.integers(0, 60))
def test_what_a_seat_does_not_know_changes_nothing(seed, players, steps):
    game = jemaa.game("facir")
    state = game.new(players=players)
    rng = Random(seed)
    for _ in range(steps):
        if state.is_over:
            break
        actions = state.legal() or [outcome for outcome, _ in state.outcomes()]
        state = state.after(rng.choice(actions))
    for seat in (SPECTATOR, *range(players)):
        view = state.view(seat)
        other = game.resample(view, rng)
        assert svg.board(other.view(seat)) == svg.board(view)


@pytest.mark.parametrize("last", ["16", "^3", "!"])
def test_secret_actions_leave_no_trace(last):
    view = jemaa.parse(BED).view(1)
    assert svg.board(view, last=last) == svg.board(view)


def test_whole_position_shows_all_cards_and_a_view_only_its_own():
    state = jemaa.parse(BED)

    def cards(position):
        told = read(svg.board(position)).find(f"{SPACE}desc").text
        return re.findall(r"(\w+) (\d+): [o.]{3} [o.]{3} [o.]{3}", told)

    assert cards(state) == [("Red", "16"), ("Yellow", "12"), ("Blue", "3")]
    assert cards(state.view(1)) == [("Yellow", "12")]
    assert cards(state.view(SPECTATOR)) == []


# What is pointed out.


@pytest.mark.parametrize(
    ("position", "last", "marks"),
    [
        (MARKET, "2", ["a7", "f5f6", "g4f4"]),
        (MARKET, "c3c4", ["L", "S", "R"]),
        (MARKET, "r", ["d4"]),
        (BED, "e5e6", ["d4", "d4e5", "d4!", "!"]),
        (BED, "e6", ["^1"]),
    ],
)
def test_last_move_and_marks_change_the_picture(position, last, marks):
    state = jemaa.parse(position)
    plain = svg.board(state)
    for picture in (svg.board(state, last=last), svg.board(state, marks=marks)):
        read(picture)
    changed = svg.board(state, last=last) != plain
    assert changed == (last not in ("r",))
    assert (svg.board(state, marks=marks) != plain) == (marks != ["^1"])


def test_moves_can_be_given_as_objects_and_a_single_mark_alone():
    state = jemaa.parse(MARKET)
    move = state.legal()[0]
    assert svg.board(state, marks=[move]) == svg.board(state, marks=[move.text])
    assert svg.board(state, last=move) == svg.board(state, last=move.text)
    assert svg.board(state, marks="d4") == svg.board(state, marks=["d4"])


@pytest.mark.parametrize("position", [MARKET, BED], ids=NAMES)
@pytest.mark.parametrize("mark", ["z9", "", "d4d9", "<g>", "a" * 10_000])
def test_bad_mark_is_refused(position, mark):
    with pytest.raises(InvalidNotationError):
        svg.board(jemaa.parse(position), marks=[mark])
    with pytest.raises(InvalidNotationError):
        svg.board(jemaa.parse(position), last=mark)


@pytest.mark.parametrize("position", [MARKET, BED], ids=NAMES)
@pytest.mark.parametrize(
    "given", [{"last": 3}, {"last": ["d4"]}, {"marks": 3}, {"marks": [3]}, {"marks": None}], ids=str
)
def test_what_is_no_mark_is_refused_by_the_name_of_the_argument(position, given):
    """It failed deep inside: "object of type 'int' has no len()"."""
    (field,) = given
    with pytest.raises(svg.DrawingError, match=f"{field}: .* is neither a square nor a move"):
        svg.board(jemaa.parse(position), **given)


@pytest.mark.parametrize("wrong", [MARKET, None, jemaa.game("marrakech")], ids=str)
def test_what_is_no_position_is_refused(wrong):
    with pytest.raises(svg.DrawingError, match=r"position: .*jemaa\.parse") as error:
        svg.board(wrong)
    assert error.value.field == "position"


def test_match_is_no_position():
    game = jemaa.game("facir")
    match = jemaa.Match(game, game.setup(players=2))
    with pytest.raises(svg.DrawingError, match=r"<Match of Façir .*take `state`"):
        svg.board(match)


# Sizes.


@pytest.mark.parametrize("position", [MARKET, BED], ids=NAMES)
def test_size_is_the_width_and_bounded(position):
    state = jemaa.parse(position)
    root = read(svg.board(state, size=400))
    assert root.get("width") == "400"
    _, _, width, height = map(float, root.get("viewBox").split())
    assert int(root.get("height")) == pytest.approx(400 * height / width, abs=1)
    assert read(svg.board(state, size=None)).get("width") is None
    for size in svg.SIZES:
        read(svg.board(state, size=size))
    for size in (0, -1, 63, 4097, 10**9, True, 3.5, "400"):
        with pytest.raises(svg.DrawingError, match="size: ") as error:
            svg.board(state, size=size)
        assert error.value.field == "size"
        assert isinstance(error.value, (JemaaError, ValueError))


def test_number_of_marks_and_of_bytes_is_bounded():
    state = jemaa.parse(MARKET)
    with pytest.raises(svg.DrawingError, match="marks: there are more than 256"):
        svg.board(state, marks=("d4" for _ in iter(int, 1)))
    for name in NAMES:
        assert len(svg.board(playout(jemaa.game(name).new(players=4), 3).final)) < 64 * 1024


# Notebooks, other games, tokens.


@pytest.mark.parametrize("position", [MARKET, BED], ids=NAMES)
def test_notebooks_show_states_and_views(position):
    state = jemaa.parse(position)
    assert state._repr_svg_() == svg.board(state)
    assert state.view(0)._repr_svg_() == svg.board(state.view(0))
    assert read(state._repr_svg_()).get("width") == "640"


def test_game_without_a_drawing_is_shown_in_characters():
    state = jemaa.parse(MARKET)
    picture = Game.svg(state.game, state)
    assert "(▼)" in "".join(words_of(picture))
    with pytest.raises(svg.DrawingError):
        Game.svg(state.game, state, size=1)


def test_letters_of_the_tokens_are_those_of_the_games():
    assert list(tokens()["pieces"]) == list("rybn")
    for letter in "rybn":
        assert piece(letter).weave_text
    looks = [(piece(one).shape, piece(one).weave_text) for one in "rybn"]
    assert len({shape for shape, _ in looks}) == len({weave for _, weave in looks}) == 4


def test_page_has_the_colours_of_the_tokens_and_no_others():
    shared = set(re.findall(r"^  (--[\w-]+):", css(), re.MULTILINE))
    assert {"--r", "--r-d", "--r-t", "--wool", "--deep", "--wood"} <= shared
    own = (ROOT / "web/src/tokens.css").read_text("utf-8")
    assert '@import "./generated/tokens.css";' in own
    assert shared & set(re.findall(r"^  (--[\w-]+):", own, re.MULTILINE)) == set()
    assert set(tokens()["day"]) == set(tokens()["night"])


def test_page_has_no_colour_but_in_its_tokens():
    literal = re.compile(
        r"#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b|\b(?:rgb|hsl)a?\(", re.IGNORECASE
    )
    own = [
        path
        for path in (ROOT / "web/src").rglob("*")
        if path.suffix in {".svelte", ".ts", ".css"}
        and path.parent.name != "generated"
        and path.name != "tokens.css"
    ]
    assert len(own) > 100
    found = {path.name: literal.findall(path.read_text("utf-8")) for path in own}
    assert {name: colours for name, colours in found.items() if colours} == {}


def test_page_takes_its_weaves_from_the_tokens():
    found = [path.read_text("utf-8") for path in (ROOT / "web/src").rglob("*.svelte")]
    page = next(text for text in found if 'id="weave-' in text)
    assert "src/jemaa/tokens.json" in page
    for letter in "rybn":
        for shape in piece(letter).weave["shapes"]:
            assert not any(shape["d"] in text for text in found)


def test_command_writes_a_picture(tmp_path, capsys):
    from jemaa.cli import main

    path = tmp_path / "market.svg"
    options = ["--last", "2", "--mark", "f5f6", "--mark", "a7", "--size", "300"]
    assert main(["show", *MARKET.split(), "--svg", str(path), "--language", "en", *options]) == 0
    expected = svg.board(jemaa.parse(MARKET), size=300, last="2", marks=["f5f6", "a7"])
    assert path.read_text("utf-8") == expected + "\n"
    assert capsys.readouterr().out == ""
    view = str(jemaa.parse(BED).view(1))
    assert main(["show", *view.split(), "--svg", "-", "--language", "en"]) == 0
    assert capsys.readouterr().out == svg.board(jemaa.parse_view(view)) + "\n"
    assert main(["show", *MARKET.split(), "--svg", "-", "--size", "5"]) == 2
    assert "size: 5 is not possible" in capsys.readouterr().err
    assert main(["show", *MARKET.split(), "--svg", str(tmp_path / "no/where.svg")]) == 2


def test_tokens_are_plain_json():
    json.loads((ROOT / "src/jemaa/tokens.json").read_text("utf-8"))
