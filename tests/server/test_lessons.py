"""The guided games: every position can be reached, and every step shows what it speaks of."""

import pytest

import jemaa
from jemaa.locale import LANGUAGES, catalogue
from jemaa.server.lessons import LEARNER, LESSONS, lessons, play

pytestmark = pytest.mark.once

STEPS = [(game, step) for game, steps in LESSONS.items() for step in steps]


def named(game, name):
    return next(step for step in LESSONS[game] if step.name == name)


def start(game, name):
    return jemaa.game(game).parse(named(game, name).position)


def areas(state, colour):
    """Return the sizes of the areas of a colour, the smallest first."""
    cells = [cell for cell in range(56) if state.boards[colour] >> cell & 1]
    return sorted({area: area.bit_count() for area in map(state.area, cells)}.values())


@pytest.mark.parametrize(("game", "step"), STEPS, ids=lambda one: getattr(one, "name", one))
def test_every_move_that_leads_on_is_legal_and_so_is_the_script(game, step):
    state = jemaa.game(game).parse(step.position)
    assert state.to_act == LEARNER
    legal = {move.text for move in state.legal()}
    assert set(step.wanted) <= legal
    for move in step.wanted or legal:
        assert len(play(game, step, move).actions) == 1 + len(step.script)


@pytest.mark.parametrize("game", LESSONS)
def test_guided_game_is_short_and_has_words_for_every_moment(game):
    steps = [step for step in LESSONS[game] if not step.more]
    assert 5 <= len(steps) <= 6
    for language in LANGUAGES:
        words = catalogue(language)
        for step in LESSONS[game]:
            key = f"learn.{game}-{step.name}"
            parts = ["", "-title", "-ask", "-done"]
            parts += [] if step.more else ["-right", "-fact"]
            parts += ["-wrong"] if step.wanted else []
            assert {key + part for part in parts} <= set(words)


def test_three_play_before_two_colours_are_spoken_of():
    players = [jemaa.game("marrakech").parse(step.position).setup.players for _, step in STEPS[:7]]
    assert players == [3, 3, 3, 3, 3, 3, 2]
    assert [step.name for step in LESSONS["marrakech"] if step.more] == ["colours"]


@pytest.mark.parametrize("name", ["pay", "loop"])
def test_the_way_that_leads_on_is_the_only_cheapest(name):
    step = named("marrakech", name)
    game = jemaa.game("marrakech")
    ways = sorted(game.scene([start("marrakech", name)], [], 0)["directions"], key=_expected)
    assert [way["move"] for way in ways][:1] == list(step.wanted)
    assert ways[0]["expected"] < ways[1]["expected"]
    assert (ways[0]["expected"] == 0) == (name == "loop")


def _expected(way):
    return way["expected"]


def test_the_learner_pays_two_for_two_squares():
    course = play("marrakech", named("marrakech", "pay"), "R")
    assert course.states[-1].cash[:3] == (28, 30, 32)


def test_the_loop_leads_onto_the_learners_own_rug():
    course = play("marrakech", named("marrakech", "loop"), "R")
    assert course.states[-1].cash == course.states[0].cash
    _, rolled = course.actions
    story = jemaa.game("marrakech").story(course.states[1], rolled, course.states[2], 0)
    assert [one["loop"] for one in story.path].count("g2E") == 1


def test_joined_rugs_earn_six():
    step = named("marrakech", "paid")
    before, after = start("marrakech", "paid"), play("marrakech", step, "c5d5").states
    assert areas(before, 0) == [2, 2]
    assert areas(after[1], 0) == [6]
    assert after[-1].cash[0] == before.cash[0] + 6
    sizes = {move.text: max(areas(before.after(move), 0)) for move in before.legal()}
    assert [text for text, size in sizes.items() if size == 6] == list(step.wanted)


def test_covering_cuts_the_large_area_and_gains_two_squares():
    step = named("marrakech", "cover")
    before = start("marrakech", "cover")
    assert areas(before, 1) == [6]
    cuts = [move.text for move in before.legal() if len(areas(before.after(move), 1)) == 2]
    assert sorted(cuts) == sorted(step.wanted)
    for move in step.wanted:
        after = play("marrakech", step, move).states[-1]
        assert after.visible()[0] == before.visible()[0] + 2


def test_the_edge_that_leads_on_shows_the_fewest_holes():
    step = named("facir", "edge")
    stands = jemaa.game("facir").scene([start("facir", "edge")], [], 0)["own"]["stands"]
    holes = {way["move"]: way["edge"].count("o") for way in stands}
    assert holes == {"^0": 2, "^1": 2, "^2": 1, "^3": 2}
    assert step.wanted == ("^2",)


@pytest.mark.parametrize(("name", "filled", "ways"), [("nail", 3, 0), ("move", 3, 0)])
def test_nails_fill_holes_of_the_card_as_it_stands(name, filled, ways):
    step = named("facir", name)
    game = jemaa.game("facir")
    for move in step.wanted:
        course = play("facir", step, move)
        own = game.scene(course.states[:2], course.actions[:1], 0)["own"]
        upright = next(fit for fit in own["fits"] if fit["rotation"] == own["card"]["rotation"])
        assert upright["marks"]["c3"].count("t") == filled
        assert upright["marks"]["c3"].count("x") == ways


def test_only_the_wanted_nail_stops_the_card_that_lacks_one():
    step = named("facir", "block")
    game, state = jemaa.game("facir"), start("facir", "block")
    assert game.scene([state], [], 0)["rooms"][1]["edge"] == "o.o"
    puts = [move for move in state.legal() if len(move.text) == 2]
    stops = [put.text for put in puts if not game.scene([state.after(put)], [], 1)["own"]["lays"]]
    assert stops == list(step.wanted)


def test_the_last_nail_lays_the_fakir_and_wins_all_cards():
    step = named("facir", "lay")
    lays = jemaa.game("facir").scene([start("facir", "lay")], [], 0)["own"]["lays"]
    assert [lay["move"] for lay in lays] == list(step.wanted)
    for move in step.wanted:
        assert play("facir", step, move).states[-1].scores()[0] == 3


@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_tells_nothing_of_the_cards_of_others(game):
    for step in lessons(game):
        scenes = [step.scene, *(sequel.scene for sequel in step.moves.values())]
        for scene in scenes:
            if game == "facir":
                assert all(
                    room["card"] is None for room in scene["rooms"] if room["seat"] != LEARNER
                )
        assert all(sequel.events for sequel in step.moves.values())
