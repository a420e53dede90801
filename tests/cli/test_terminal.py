"""What a terminal shows: its width, its colours, its language, and what can be looked up."""

import json
import re
import sys

import pytest

import jemaa
from jemaa.cli.terminal import editor, find_language, json_text, painted, printable
from jemaa.core.chance import SeededChance
from jemaa.core.match import Match
from jemaa.locale import FORMS, LANGUAGES, catalogue, text
from tests.cli.terminal import Terminal, posix

RUGS = "marrakech - 7/7/4rEr1/1bEb4/nEny4/1nEn4/2b2yEy a6S 30,30,32,28 r10,y10,b10,n10 0:turn"
NAILS = "@0 facir players=2 6r/3y3/r3y2/1r3y1/7/7/7 16^0,?^.o. -,-/- 1:play:0:6 -"
OTHERS = [language for language in LANGUAGES if language != "en"]


# Width.


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [80, 60, 45, 32])
@pytest.mark.parametrize("position", [RUGS, NAILS], ids=["marrakech", "facir"])
def test_drawing_fits_the_screen(run, monkeypatch, position, width, language):
    monkeypatch.setenv("COLUMNS", str(width))
    result = run("show", *position.split(), "--language", language)
    assert result.code == 0
    if width >= 45 or position == RUGS:
        lines = result.out.split("\n")
        board = [line for line in lines if re.match(r"[ \d] [ ┌├└│·a]|[1-7] ", line)]
        assert len(board) >= 8
        assert max(map(len, board)) <= width


@pytest.mark.parametrize("language", LANGUAGES)
def test_stalls_stand_beside_the_market_on_a_usual_screen(run, language):
    first = run("show", *RUGS.split(), "--language", language).out.split("\n")[1]
    assert first.startswith("  ┌─────┬─────┬")
    assert text(language, "pieces.colour-r") in first


def test_narrow_screen_has_the_stalls_below_and_narrow_squares(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    lines = run("show", *RUGS.split()).out.split("\n")
    assert lines[6] == "3 │     │     │     │     │<>R><<<>R><│     │"
    assert lines[16] == "> 0 Red"
    monkeypatch.setenv("COLUMNS", "40")
    lines = run("show", *RUGS.split()).out.split("\n")
    assert lines[6] == "3 │   │   │   │   │>R><>R>│   │"
    assert lines[12] == "6 │(▼)│+N+++N+│   │   │   │   │"
    assert max(map(len, lines)) <= 40


def test_words_are_set_for_the_width_of_the_screen(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "50")
    result = run("play", "marrakech", "--seed", "1", typed=["rules", "?", "odds", "hint", "log"])
    # What follows a prompt would be on a line of its own if somebody had typed.
    shown = result.out.partition("The game is kept")[0].replace("(? for help)> ", "\n")
    assert max(map(len, shown.splitlines())) <= 50


# Colours.


@pytest.mark.parametrize(
    ("variables", "coloured"),
    [
        ({"TERM": "xterm"}, True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False),
        ({"TERM": "xterm", "NO_COLOR": ""}, True),
        ({"TERM": "dumb"}, False),
        ({"TERM": "dumb", "FORCE_COLOR": "1"}, True),
        ({"TERM": "xterm", "NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
    ],
    ids=str,
)
def test_colours_are_only_for_terminals_that_want_them(monkeypatch, variables, coloured):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    state = jemaa.parse(RUGS)
    picture = state.game.picture(state.view(0))
    shown = painted(picture)
    assert ("\x1b[31m<>R><\x1b[0m" in shown) == coloured
    assert re.sub(r"\x1b\[\d*m", "", shown) == str(picture)


def test_no_letter_of_a_sentence_is_coloured(run, monkeypatch):
    """Colours were once found by their letters in finished text."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    out = run("show", *RUGS.split()).out
    coloured = re.findall(r"\x1b\[\d+m(.*?)\x1b\[0m", out)
    assert {"Red", "Yellow", "Blue", "Brown"} <= set(coloured)
    assert not re.search("\x1b", out.split("\n")[-2])


def test_file_gets_no_colours_unless_it_is_wanted(start):
    assert "\x1b" not in start("show", *RUGS.split(), TERM="xterm").out
    assert "\x1b[31m" in start("show", *RUGS.split(), TERM="xterm", FORCE_COLOR="1").out


@posix
@pytest.mark.parametrize(("term", "coloured"), [("xterm", True), ("vt100", False)])
def test_terminal_tells_whether_it_has_colours(term, coloured):
    with Terminal("show", *RUGS.split(), TERM=term) as terminal:
        shown = terminal.read_to_end()
    assert ("\x1b[31m" in shown) == coloured


# Languages.


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "fr"}, "fr"),
        ({"LANG": "C", "LANGUAGE": "fr"}, "en"),
        ({"LANG": "uk_UA.UTF-8"}, "uk"),
        ({"LANG": "pl"}, "pl"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "rom_XX"}, "en"),
        ({"LANG": "de_DE", "LANGUAGE": "de:ro:fr"}, "ro"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "ru_RU"}, "ru"),
        ({"LANG": "fr_FR", "LC_ALL": "ro_RO"}, "ro"),
    ],
    ids=str,
)
def test_language_is_that_of_the_locale(variables, language):
    assert find_language(None, variables) == language


def test_language_can_be_asked_for(run):
    assert run("play", "--language", "PL").out.startswith("Witaj")
    result = run("play", "--language", "de")
    assert result.code == 2
    assert "no language 'de'; choose one of: en (English), uk" in result.err


def test_locale_is_heard(run, monkeypatch):
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert run("play").out.startswith("Bienvenue")
    assert text("fr", "pieces.colour-r") in run("show", *RUGS.split()).out


def english_words():
    """Return words that occur in the English texts of the terminal and in no other language."""
    others = " ".join(spelled(language) for language in OTHERS)
    used = set(re.findall(r"[a-z]{4,}", spelled("en").lower()))
    return used - set(re.findall(r"[a-z]{4,}", others.lower()))


def spelled(language):
    found = []
    for words in catalogue(language).values():
        found += [words] if isinstance(words, str) else [words[form] for form in FORMS[language]]
    return " ".join(re.sub(r"\{\w+\}", "", one) for one in found)


def played(game, seed, **settings):
    match = Match(game, game.setup(**settings), SeededChance(str(seed).encode()))
    typed = []
    while not match.state.is_over:
        moves = match.state.legal()
        move = next((m for m in moves if m.text.endswith("!")), moves[len(typed) % len(moves)])
        typed.append(move.text)
        match.submit(match.state.to_act, move)
    return typed


@pytest.mark.parametrize("language", OTHERS)
def test_whole_game_of_marrakech_is_told_in_the_language(run, language):
    typed = played(jemaa.game("marrakech"), 3, players=2)
    lines = ["?", "odds", "hint", "rules", "log", "undo", "xyzzy", "a1a3", "save", "log now"]
    lines += [typed[0], "?", "odds", "hint", "d4", "a1a2", *typed[1:]]
    result = run(
        *("play", "marrakech", "--players", "2", "--seed", "3", "--language", language), typed=lines
    )
    check_language(result, language)


@pytest.mark.parametrize("language", OTHERS)
def test_game_of_facir_is_told_in_the_language(run, language):
    lines = ["", "?", "odds", "hint", "^0", "", "^1", "", "?", "odds", "hint", "log", "d4"]
    lines += ["", "d4", "e4!", "e4", "", "undo", "quit"]
    result = run(
        *("play", "facir", "--players", "2", "--seed", "5", "--language", language), typed=lines
    )
    check_language(result, language)


@pytest.mark.parametrize("language", OTHERS)
def test_questions_and_manual_dice_are_in_the_language(run, language):
    lines = ["9", "1", "2", "7", "x", "", "quit"]
    check_language(run("play", "--manual", "--language", language, typed=lines), language)


def check_language(result, language):
    assert (result.code, result.err) == (0, "")
    shown = re.sub(r"jemaa (play|replay)[^\n]*|/[^\n]*|evening\.jemaa", "", result.out)
    assert set(re.findall(r"[a-z]{4,}", shown.lower())) & english_words() == set()
    assert "{" not in shown
    if language in ("uk", "ru"):
        words = set(re.findall(r"[A-Za-z]{3,}", shown))
        typed = {"xyzzy", "log"}
        assert words <= {"Marrakech", "Enter", "jemaa", "ooo", *typed}  # "ooo" is an edge


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_can_be_typed_in_english_and_in_the_language(run, language):
    words = [text(language, f"terminal.word-{name}") for name in ("rules", "log", "quit")]
    for typed in (["rules 2", "log", "quit"], [f"{words[0]} 2", *words[1:]]):
        result = run("play", "marrakech", "--seed", "1", "--language", language, typed=typed)
        assert text(language, "rules-marrakech.2-title") in result.out
        assert text(language, "room.no-moves") in result.out
        assert text(language, "terminal.go-on", command="jemaa play --resume") in result.out


def test_drawn_colour_is_typed_with_the_letter_of_the_language(run, data):
    """In Polish N is blue, and in records it is brown."""
    lines = ["ż", "S", "1", "d6d7", "N", "quit"]
    result = run("play", "marrakech", "--players", "2", "--manual", "--language", "pl", typed=lines)
    assert "(c lub ż)" in " ".join(result.out.split())
    (path,) = (data / "jemaa" / "games").iterdir()
    assert "* y\n0 S\n* 1\n0 d6d7\n* b\n" in path.read_text("utf-8")


def test_replay_speaks_the_language_and_json_english(run, tmp_path, monkeypatch):
    game = jemaa.game("marrakech")
    match = Match(game, game.setup(players=3), SeededChance(1))
    match.submit(0, game.move("S"))
    path = tmp_path / "game.jemaa"
    path.write_text(str(match.record), "utf-8")
    monkeypatch.setenv("LC_ALL", "uk_UA.UTF-8")
    out = run("replay", str(path)).out
    assert "Marrakech, 3 гравці, 2 події" in out
    assert game.tell(match.states[0], match.actions[0], "uk") in out
    assert "Red sends Assam down." in run("replay", str(path), "--json").out
    assert "вниз" in run("replay", str(path), "--json", "--language", "uk").out


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_of_ours_are_printed_as_they_are(language):
    """The no-break spaces of French were once written out as \\xa0 and \\u202f."""
    for words in catalogue(language).values():
        for one in [words] if isinstance(words, str) else words.values():
            assert printable(one).replace("\\n", "\n") == one
            assert json.loads(json_text(one)) == one
            assert "\\u" not in json_text(one)


@pytest.mark.parametrize("sign", ["\x1b", "\r", "\x9b", "\u202e", "\u2028", "\u200b", "\u2000"])
def test_signs_that_could_mislead_are_written_out(sign):
    assert sign not in printable(f"a{sign}b")
    assert sign not in json_text(f"a{sign}b")
    assert json.loads(json_text(f"a{sign}b")) == f"a{sign}b"


# Looking things up.


@pytest.mark.parametrize("setting", [{"players": 2}, {"players": 4, "rotate": "after"}], ids=str)
def test_odds_are_what_the_rules_then_do(setting):
    game = jemaa.game("marrakech")
    match = Match(game, game.setup(**setting), SeededChance(b"3"))
    seen = 0
    while not match.state.is_over:
        state = match.state
        moves = state.legal()
        if state.phase == "turn":
            lines = state.game.odds(state.view(state.to_act))
            assert len(lines) == 5 * len(moves)
            for number, move in enumerate(moves):
                seen += check_odds(state.after(move), lines[5 * number + 1 : 5 * number + 5])
        match.submit(state.to_act, moves[len(match.events) % len(moves)])
    assert seen > 20


def check_odds(aimed, lines):
    """Compare the odds of one direction with what every roll does; give how many cost something."""
    while aimed.phase == "draw":
        aimed = aimed.after(aimed.outcomes()[0][0])
    costly = 0
    for (roll, weight), line in zip(aimed.outcomes(), lines, strict=True):
        after = aimed.after(roll)
        square = f"{'abcdefg'[after.assam[0] & 7]}{(after.assam[0] >> 3) + 1}"
        slippers = text("en", "pieces.slippers", count=int(roll.text))
        assert line.startswith(f"     {weight} of 6: {slippers}, {square}, ")
        paid = aimed.cash[aimed.seat] - after.cash[aimed.seat]
        assert ("nothing to pay" in line) == (aimed.tribute(after.assam[0]) == 0)
        assert ("more than the purse holds" in line) == (after.fallen[aimed.seat] > 0)
        assert not paid or str(paid) in line.rpartition(square)[2]
        costly += paid > 0
    return costly


def test_odds_of_a_rug_are_none(run):
    result = run("play", "marrakech", "--seed", "1", typed=["S", "odds"])
    assert "Nothing is left to chance in this choice." in result.out


def test_odds_of_facir_tell_edges_and_then_the_best_places(run):
    typed = ["", "odds", "^0", "", "^0", "", "odds"]
    out = run("play", "facir", "--players", "2", "--seed", "5", typed=typed).out
    flat = " ".join(out.split())
    assert re.search(r"\^1 Turned by 90 degrees; the others see: \[[o.]{3}\]", flat)
    assert re.search(r"corner on a1, turned by 0 degrees: 0 of [45] filled, 0 in the way", flat)


def test_odds_of_facir_name_the_place_that_lacks_least():
    view = jemaa.parse_view("@0 facir players=2 rrr3y/6y/6y/7/7/7/7 1^0,?^.oo -,-/- 1:play:0:6 -")
    lines = view.game.odds(view)
    assert lines[0] == "corner on a1, turned by 0 degrees: 3 of 4 filled, 0 in the way"
    assert len(lines) == 5


def test_hint_gives_moves_that_are_possible_with_reasons(run):
    result = run("play", "facir", "--players", "2", "--seed", "5", typed=["", "hint"])
    hint = result.out.partition("What Amin would do:\n")[2]
    found = re.findall(r"^  (\^\d) {4,}The others see", hint, re.M)
    assert len(found) == len(set(found)) == 3


def test_hint_leaves_the_game_as_it_is(run, data):
    run("play", "marrakech", "--seed", "1", typed=["hint", "S"])
    (path,) = (data / "jemaa" / "games").iterdir()
    assert "\n0 S\n* " in path.read_text("utf-8")


@pytest.mark.parametrize("number", ["0", "99", "9" * 5000, "two"])
def test_section_that_is_not_there_is_refused(run, number):
    result = run("play", "marrakech", "--seed", "1", typed=[f"rules {number}"])
    assert "; they are 1 to 8." in " ".join(result.out.split())
    assert len(result.out) < 4000


def test_rules_show_all_sections_or_one(run):
    out = run("play", "marrakech", "--seed", "1", typed=["rules"]).out
    for number in range(1, 9):
        assert f"\n{number}. {text('en', f'rules-marrakech.{number}-title')}\n" in out
    out = run("play", "marrakech", "--seed", "1", typed=["rules 7"]).out
    assert "\n7. The end\n" in out
    assert "\n1. " not in out


def test_log_tells_everything_and_no_secret(run):
    typed = ["", "^3", "", "^1", "", "log"]
    out = run("play", "facir", "--players", "2", "--seed", "5", typed=typed).out
    told = out.rpartition("\nRed, your move (? for help)> ")[0].rpartition("(? for help)> ")[2]
    assert told.splitlines() == [
        "   1  Red draws a card.",
        "   2  Yellow draws a card.",
        "   3  Red stands the card.",
        "   4  Yellow stands the card.",
    ]


# Keys.


@posix
def test_arrow_keys_bring_back_what_was_typed_and_tab_completes(data):
    with Terminal("play", "marrakech", "--seed", "1", TERM="xterm") as terminal:
        terminal.read_until("(? for help)> ")
        terminal.type("position\n")
        terminal.read_until("(? for help)> ")
        terminal.type("\x1b[A\n")
        assert "@0 marrakech" in terminal.read_until("(? for help)> ")
        terminal.type("pos\t\n")
        assert "@0 marrakech" in terminal.read_until("(? for help)> ")
        terminal.type("quitx\x1b[D\x1b[C\x7f\n")
        assert "The game is kept" in terminal.read_to_end()


@posix
def test_history_of_one_person_is_not_shown_to_the_next(data):
    """The way somebody has stood the card is a secret."""
    with Terminal("play", "facir", "--players", "2", "--seed", "5", TERM="xterm") as terminal:
        terminal.read_until("nobody else looks> ")
        terminal.type("\n")
        terminal.read_until("(? for help)> ")
        terminal.type("^3\n")
        terminal.read_until("nobody else looks> ")
        terminal.type("\n")
        terminal.read_until("(? for help)> ")
        terminal.type("\x1b[A\n" + "\x1b[A" + "quit\n")
        assert "^3" not in terminal.read_to_end()


def test_without_the_module_for_keys_the_game_goes_on(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "readline", None)
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True, raising=False)
    assert editor() is None
    assert run("play", "marrakech", "--seed", "1", typed=["S", "quit"]).code == 0
