"""The review: its identity, what it calls a loss, whom it refuses, and that it can be sent."""

from functools import cache
from math import hypot

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import jemaa
from jemaa.analysis import Answer, Hint, Plan, Question, Review, answer, review
from jemaa.analysis.plan import BATCH, ENOUGH, Duel, Foresee
from jemaa.analysis.procedure import SURE, Fact, fingerprint, procedure
from jemaa.analysis.reviews import LABELS, Judgement, ReviewError, accuracy, label_of, said
from jemaa.analysis.rollouts import NOTHING, Mean
from jemaa.core.record import Record
from jemaa.games.marrakech.scene import expected, landings
from jemaa.locale import LANGUAGES, catalogue
from jemaa.players.search import Control
from tests.analysis.positions import played

BOTS = st.sampled_from(["random", "greedy", "tourist"])


@cache
def studied():
    """Return the review of a game in which the first player could have laid twice and has not."""
    return review(played("facir", "forgetful", "greedy", seed=3), seat=0)


def assert_identity(found):
    for seat in found.seats:
        whole = seat.start + seat.luck + seat.choices + seat.rest
        assert whole == pytest.approx(seat.result, abs=1e-9)
        assert seat.without_luck == pytest.approx(seat.result - seat.luck, abs=1e-12)
    for part in ("luck", "choices", "rest"):
        assert sum(getattr(seat, part) for seat in found.seats) == pytest.approx(0, abs=1e-9)
    assert sum(found.start) == pytest.approx(1)
    for step in found.steps:
        assert sum(step.shares) == pytest.approx(1)


@settings(max_examples=5)
@given(
    game=st.sampled_from(["marrakech", "facir"]),
    bots=st.lists(BOTS, min_size=2, max_size=4),
    seed=st.integers(0, 2**32),
    variant=st.booleans(),
)
def test_result_is_start_luck_choices_and_rest(game, bots, seed, variant):
    """The law of every review, with the variants of the rules too."""
    settings = {"players": len(bots)}
    if game == "facir":
        settings["turn_cap"] = 16
    elif variant:
        settings |= {"rotate": "after", "insolvent": "stays"}
    setup = jemaa.game(game).setup(**settings)
    match = jemaa.play(game, bots, seed=seed, setup=setup)
    found = review(match, quick=True)
    assert_identity(found)
    assert tuple(seat.result for seat in found.seats) == match.state.returns()
    assert len(found.steps) == len(match.events)


def test_luck_belongs_to_chance_and_choices_to_seats():
    found = review(played("marrakech", "greedy", "tourist", "greedy"), quick=True)
    for step in found.steps:
        if step.by < 0:
            assert not any(step.choice)
        else:
            assert not any(step.luck)
            assert step.choice[step.by] <= 1e-12


def test_sure_losses_are_losses_under_another_seed():
    match = played("facir", "forgetful", "greedy", seed=3)
    first, second = studied(), review(match, seat=0, seed=2)
    assert len(first.moments) > 3
    for moment in first.moments:
        again = second.steps[moment.index].judgement
        assert again.loss + 2 * again.error >= 0.05
        assert moment.label in LABELS
    assert_identity(first)
    # What the graph is drawn from does not depend on rollouts at all.
    assert [step.shares for step in first.steps] == [step.shares for step in second.steps]
    assert first.seats[1].accuracy is None
    assert 0 < first.seats[0].accuracy < 100


def test_what_looks_worst_is_played_on_from_first():
    plan = Plan(played("marrakech", "tourist", "greedy", "greedy", seed=8))
    duels = 0
    while duels < 2 * ENOUGH:
        duels += isinstance(plan.question, Duel)
        plan.take(answer(plan.question))
    found = plan.review()
    assert not found.complete
    judgements = [step.judgement for step in found.steps if step.judgement]
    tried = [one for one in judgements if one.games]
    others = [one.loss for one in judgements if not one.games and one.claimed]
    assert len(tried) == 2 and others
    assert min(one.loss for one in tried) >= max(others)


def test_facir_missed_laying_is_a_large_loss():
    found = studied()
    missed = [m for m in found.moments if m.better.endswith("!") and not m.chosen.endswith("!")]
    assert missed
    assert missed[0].label == "large"
    assert missed[0].position.startswith("@0 facir")
    assert found.unit == "round"
    assert found.hidden
    texts = [found.sentences(moment) for moment in missed if moment.facts]
    assert ["The card fits: the fakir can be laid at once."] in texts


def test_sentence_about_a_direction_is_true():
    """What a direction costs is exact: the mean over the six faces of the die."""
    match = played("marrakech", "greedy", "tourist", "greedy")
    turns = [state for state in match.states if state.phase == "turn"]
    costs = {
        state: {move: expected(landings(state.after(move))) for move in state.legal()}
        for state in turns
    }
    state = max(turns, key=lambda one: max(costs[one].values()) - min(costs[one].values()))
    cheap, dear = (pick(costs[state], key=costs[state].get) for pick in (min, max))
    facts = procedure(state).facts(state, dear, cheap, 1, Control())
    prices = [round(costs[state][move], 1) for move in (cheap, dear)]
    assert Fact("pays", *prices) in facts


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["brings 1 dirham by", "1.5 dirhams on average", "5 own squares are"]),
        ("uk", ["приносить 1 дирхам,", "1,5 дирхама, а не 4,2.", "5 своїх клітинок"]),
        ("ru", ["приносит 1 дирхам,", "1,5 дирхама, а не 4,2.", "5 своих клеток"]),
        ("pl", ["przynosi 1 dirhema,", "1,5 dirhema, nie 4,2.", "5 własnych pól"]),
        ("ro", ["aduce 1 dirham,", "1,5 dirhami, nu 4,2.", "se văd 5 căsuțe"]),
        ("fr", ["rapporte 1 dirham d’ici", "1,5 dirham en moyenne, pas 4,2.", "5 cases à soi"]),
    ],
)
def test_reasons_are_counted_and_written_as_the_language_does(language, words):
    facts = [Fact("income", 1.0), Fact("toll", 1.5, 4.2), Fact("squares", 5.0, 2.6)]
    told = said(facts, jemaa.game("marrakech").new(players=2), 0, language)
    for sentence, part in zip(told, words, strict=True):
        assert part in sentence


def test_every_fact_has_its_words():
    keys = {
        f"analysis.fact-{key}"
        for key in ("pays", "next-pays", "income", "toll", "squares", "covers", "area", "rival",
                    "lays", "turns", "shut", "rival-lays")
    }  # fmt: skip
    for language in LANGUAGES:
        assert keys <= catalogue(language).keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_review_speaks_every_language(language):
    found = studied()
    said = found.describe(language, 0)
    assert "{" not in said
    assert len(said.splitlines()) > 8
    assert found.svg(language=language).startswith("<svg")


def test_cut_short_review_keeps_what_is_done():
    match = played("marrakech", "greedy", "tourist", "greedy")
    plan = Plan(match)
    assert not plan.review().steps
    for _ in range(3):
        plan.take(answer(plan.question))
    found = plan.review()
    assert not found.complete
    assert 0 < plan.progress < 1
    assert len(found.steps) == 3 * BATCH - 1
    assert_identity(found)
    assert "Cut short" in str(found)


def test_cancelled_review_returns_at_once():
    control = Control()
    control.cancel()
    assert not review(played("facir", "tourist", "greedy", seed=2), control=control).complete


@pytest.mark.parametrize("game", ["marrakech", "facir"])
def test_look_that_was_stopped_finds_nothing_and_is_asked_again(game):
    plan, stopped = Plan(played(game, "greedy", "tourist", seed=3), quick=True), Control()
    stopped.cancel()
    first = plan.question
    plan.take(answer(first, stopped))
    assert plan.question == first and plan.progress == 0
    begun = answer(first)
    plan.take(Answer(looks=begun.looks[:1]))
    assert plan.question.events[0] == first.events[1]
    while plan.question is not None:
        plan.take(answer(plan.question))
    assert_identity(plan.review())


def test_questions_and_answers_go_through_a_pipe():
    """What another process answers is what this one would."""
    match = played("facir", "forgetful", "greedy", seed=3)
    plan = Plan(match, seat=0)
    done = []
    while plan.question is not None:
        sent = msgspec.json.decode(msgspec.json.encode(plan.question), type=Question)
        assert sent == plan.question
        plan.take(msgspec.json.decode(msgspec.json.encode(answer(sent)), type=Answer))
        done.append(plan.progress)
    assert done == sorted(done)
    assert done[-1] == 1
    assert plan.review() == studied()


def test_turns_are_numbered_as_people_count_them():
    match = played("marrakech", "greedy", "tourist", "greedy")
    found = review(match, quick=True)
    rugs = 0
    for step in found.steps:
        assert step.turn == rugs + 1
        rugs += len(step.text) == 4
    assert found.steps[-1].turn == 45


@pytest.mark.parametrize("game", ["marrakech", "facir"])
def test_hint_is_a_legal_move_with_its_reason(game):
    """It is asked with a view: whoever answers cannot know more than the player."""
    match = played(game, "greedy", "tourist", seed=3)
    index = next(i for i in range(40, 60) if len(match.states[i].legal()) > 1)
    view = match.states[index].view(match.states[index].to_act)
    found = answer(Hint(str(view)))
    assert found.best in {move.text for move in view.legal()}
    assert 0 <= found.share <= 1
    assert found == answer(Hint(str(view)))
    other = match.states[index].view(1 - view.seat)
    with pytest.raises(jemaa.InvalidNotationError, match="is not to move"):
        answer(Hint(str(other)))


def test_json_holds_everything():
    found = studied()
    again = Review.from_json(found.to_json())
    assert [moment.better for moment in again.moments] == [m.better for m in found.moments]
    assert again.to_json() == found.to_json()
    assert again.fingerprint == fingerprint("facir", 2)
    assert_identity_roughly(again)


def assert_identity_roughly(found):
    for seat in found.seats:
        whole = seat.start + seat.luck + seat.choices + seat.rest
        assert whole == pytest.approx(seat.result, abs=1e-5)


@pytest.mark.parametrize("text", ["{}", "[", '{"version": 9}'])
def test_json_that_is_no_review(text):
    with pytest.raises(ReviewError, match="no review"):
        Review.from_json(text)


def test_notebook_shows_graph_and_words():
    found = review(played("facir", "tourist", "greedy", seed=2), quick=True)
    assert found._repr_svg_().startswith("<svg")
    assert "quick look" in found._repr_html_()


@pytest.mark.parametrize(
    "wrong", [{"seat": 1.5}, {"seat": True}, {"seat": "0"}, {"seed": "x"}, {"seed": 1.5}]
)
def test_seats_and_seeds_are_whole_numbers(wrong):
    with pytest.raises(ReviewError, match=next(iter(wrong))) as error:
        Plan(played("facir", "tourist", "greedy", seed=2), **wrong)
    assert error.value.reason == next(iter(wrong))


@pytest.mark.parametrize("seat", [2, -1, "0"])
def test_seat_that_is_not_there_has_no_moments_and_no_graph(seat):
    """There was a graph for seat 9, which looked as if it had lost nothing."""
    found = studied()
    for look in (found.moments_of, found.svg, found.describe):
        with pytest.raises(ReviewError, match=f"no seat {seat!r}; they are 0 to 1") as error:
            look(seat=seat)
        assert error.value.reason == "seat"


def test_what_is_no_text_is_no_review():
    with pytest.raises(ReviewError, match="this is no review"):
        Review.from_json("\ud800")


def test_losses_are_called_as_foreseen_if_rollouts_say_that_they_are_some():
    plan = Plan(played("facir", "forgetful", "greedy", seed=3))
    means, foreseen = {}, {}
    while plan.question is not None:
        asked, found = plan.question, answer(plan.question)
        if isinstance(asked, Duel):
            pair = asked.position, asked.chosen
            before = means.get(pair, (NOTHING, NOTHING))
            means[pair] = [
                old.plus(Mean(*new)) for old, new in zip(before, found.means, strict=True)
            ]
        elif isinstance(asked, Foresee):
            chosen, better = found.foreseen
            foreseen[asked.position, asked.chosen] = better - chosen
        plan.take(found)
    review, limit = plan.review(), procedure(plan.match.state).thresholds
    for index, step in enumerate(review.steps):
        one, pair = step.judgement, (str(plan.match.states[index]), step.text)
        if pair not in means:
            assert one is None or not one.sure
            continue
        chosen, better = means[pair]
        loss, error = better.value - chosen.value, hypot(better.error, chosen.error)
        is_loss = loss >= SURE * error and loss + SURE * error >= limit.labels[0]
        is_known = chosen.games >= ENOUGH * limit.pairs
        assert foreseen[pair] >= limit.labels[0]  # else nothing need be asked
        assert one.label == (label_of(foreseen[pair], limit) if is_loss and is_known else "")
        assert one.sure == (one.label != "")
        least = foreseen[pair] if one.sure else min(foreseen[pair], loss)
        assert one.loss == pytest.approx(max(0, least))
    sure = [step.judgement.label for step in review.steps if step.judgement and step.by == 0]
    assert review.seats[0].losses == tuple(sure.count(label) for label in LABELS)
    assert any(review.seats[0].losses)


def test_sure_losses_have_the_same_word_under_another_seed():
    match = played("marrakech", "tourist", "greedy", "greedy", seed=8)
    one, other = (jemaa.review(match, seed=seed) for seed in (0, 1))
    same = [moment.label == other.steps[moment.index].judgement.label for moment in one.moments]
    assert len(same) >= 6
    assert same.count(False) <= 1


def test_rollouts_go_to_what_deserves_a_word_and_then_to_what_is_not_known_well():
    plan = Plan(played("marrakech", "tourist", "greedy", "greedy", seed=8))
    duels, foreseen = [], {}
    while plan.question is not None:
        asked, found = plan.question, answer(plan.question)
        if isinstance(asked, Duel):
            duels.append((asked.position, asked.chosen))
        elif isinstance(asked, Foresee):
            chosen, better = found.foreseen
            foreseen[asked.position, asked.chosen] = better - chosen
        plan.take(found)
    worth = [pair for pair in foreseen if foreseen[pair] >= 0.02]
    worth.sort(key=lambda pair: -foreseen[pair])
    assert len(worth) < len(foreseen)
    # Each as often as it takes to say anything, the worst first.
    first = [pair for pair in worth for _ in range(ENOUGH)]
    assert duels[: len(first)] == first
    again = {pair: duels.count(pair) for pair in duels[len(first) :]}
    tried = {step.judgement.games: step.judgement for step in plan.review().steps if step.judgement}
    assert max(tried) == 25 * max(again.values())
    assert tried[max(tried)].loss < 10 * tried[max(tried)].error


def test_another_way_to_call_losses_is_another_fingerprint(monkeypatch):
    before = fingerprint("marrakech", 2)
    fingerprint.cache_clear()
    monkeypatch.setattr("jemaa.analysis.procedure.SURE", 3.0)
    assert fingerprint("marrakech", 2) != before
    fingerprint.cache_clear()


def test_fingerprints_tell_games_and_numbers_of_players_apart():
    found = {fingerprint(game, players) for game in ("marrakech", "facir") for players in (2, 3)}
    assert len(found) == 4


def test_labels_and_accuracy():
    limit = procedure(jemaa.game("marrakech").new(players=4)).thresholds
    labels = [label_of(loss, limit) for loss in (0.019, 0.02, 0.06, 0.3)]
    assert labels == ["", "small", "clear", "large"]
    assert accuracy([], 4, 0.02) is None
    perfect, slip = Judgement("L", 0.0, 0.25), Judgement("L", 0.02, 0.25)
    assert accuracy([perfect], 4, 0.02) == 100
    assert accuracy([slip], 4, 0.02) == pytest.approx(36.8, abs=0.1)
    # The same loss weighs more where little is left to lose.
    assert accuracy([Judgement("L", 0.02, 0.02)], 4, 0.02) < 10


class TestRefused:
    def test_running_game_with_secrets(self):
        match = played("facir", "greedy", "tourist", seed=3)
        record = str(match.record.first(9))
        with pytest.raises(ReviewError, match="not over after 9 events") as error:
            review(record)
        assert error.value.reason == "unfinished"
        assert "^" not in str(error.value)  # no card, and no position at all

    def test_match_that_is_being_played(self):
        game = jemaa.game("marrakech")
        match = jemaa.Match(game, game.setup(players=2), jemaa.SeededChance(1))
        with pytest.raises(ReviewError, match="only finished games"):
            review(match)

    def test_record_that_was_cut_off(self):
        whole = str(played("facir", "greedy", "tourist", seed=3).record)
        with pytest.raises(ReviewError, match="not over"):
            review(whole[: len(whole) // 2])

    def test_edited_result(self):
        record = played("facir", "greedy", "tourist", seed=3).record
        edited = str(record).replace(f", {record.result}", ", 12 12")
        with pytest.raises(jemaa.InvalidRecordError, match="the events give"):
            review(edited)

    def test_edited_move(self):
        lines = str(played("marrakech", "greedy", "tourist", "greedy").record).split("\n")
        lines[9] = "0 a1a2" if lines[9] != "0 a1a2" else "0 g6g7"
        with pytest.raises(jemaa.InvalidRecordError, match="line"):
            review("\n".join(lines))

    def test_something_else(self):
        with pytest.raises(jemaa.InvalidRecordError, match="a record begins with"):
            review("1. e4 e5\n2. Nf3")

    def test_another_game(self):
        record = "jemaa record 1\ngame: chess\n\nend: 0 events, not over\n"
        with pytest.raises(jemaa.UnknownNameError, match="choose one of"):
            review(record)

    def test_huge_text(self):
        with pytest.raises(jemaa.InvalidRecordError, match="are allowed"):
            review("jemaa record 1\n" + "x" * (17 * 1024 * 1024))

    def test_very_long_game(self):
        setup = jemaa.game("facir").setup(players=2, turn_cap=520, repetitions=None)
        match = jemaa.Match(jemaa.game("facir"), setup, jemaa.SeededChance(1))
        while not match.state.is_over:
            legal = [move for move in match.state.legal() if not move.text.endswith("!")]
            match.submit(match.state.to_act, legal[len(match.events) % len(legal)])
        with pytest.raises(ReviewError, match="games up to 3,000"):
            review(match)

    def test_older_ruleset(self):
        record = played("facir", "greedy", "tourist", seed=3).record
        old = Record(record.game, record.setup, {"ruleset": "0"}, record.events, record.result)
        with pytest.raises(ReviewError, match="ruleset 0, this program has"):
            review(old)

    def test_seat_that_is_not_there(self):
        with pytest.raises(ReviewError, match="they are 0 to 1"):
            review(played("facir", "greedy", "tourist", seed=3), seat=2)
