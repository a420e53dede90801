"""The reasons are true: what they say is compared with what the rules then do."""

from random import Random

import pytest

import jemaa
from jemaa import catalog
from jemaa.core.state import CHANCE
from jemaa.players.facir.reasons import FAR

SETUPS = [
    ("marrakech", {"players": 2}),
    ("marrakech", {"players": 3, "insolvent": "stays"}),
    ("marrakech", {"players": 4}),
    ("marrakech", {"players": 4, "rotate": "after"}),
    ("facir", {"players": 2, "turn_cap": 30}),
    ("facir", {"players": 3, "turn_cap": 30}),
]


def walk(name, settings, seed):
    """Return every position of a random game where somebody decides."""
    rng = Random(seed)
    state = jemaa.game(name).new(**settings)
    while not state.is_over:
        moves = state.legal()
        if moves:
            yield state, rng
            state = state.after(rng.choice(moves))
        else:
            outcomes, weights = zip(*state.outcomes(), strict=True)
            state = state.after(rng.choices(outcomes, weights)[0])


def mean_payment(state):
    """Return what whoever rolls next pays on average, by letting the rules roll every number."""
    while state.outcomes()[0][0].kind != "roll":
        state = state.after(state.outcomes()[0][0])
    payer = state.seat
    paid = [
        (state.cash[payer] - state.after(outcome).cash[payer], weight)
        for outcome, weight in state.outcomes()
    ]
    return sum(cost * weight for cost, weight in paid) / 6, max(cost for cost, _ in paid)


@pytest.mark.parametrize(("name", "settings"), SETUPS, ids=str)
def test_every_move_has_a_reason(name, settings):
    for state, rng in walk(name, settings, 1):
        view = state.view(state.to_act)
        found = catalog.explain(view, rng.choice(view.legal()))
        assert found.sentence[0].isupper()
        assert found.sentence.endswith(".")
        assert "\n" not in found.sentence
        assert found.facts
        assert len(found.scores) in (0, settings["players"])


@pytest.mark.parametrize(("name", "settings"), SETUPS[:4], ids=str)
def test_payment_of_a_turn_is_what_the_rules_take(name, settings):
    for state, _ in walk(name, settings, 2):
        if state.phase != "turn":
            continue
        for move in state.legal():
            after = state.after(move)
            assert after.to_act == CHANCE
            mean, worst = mean_payment(after)
            facts = catalog.explain(state.view(state.to_act), move).facts
            assert facts["payer"] == after.seat
            assert facts["expected_payment"] == pytest.approx(mean, abs=0.006)
            assert facts["worst_payment"] == worst


@pytest.mark.parametrize(("name", "settings"), SETUPS[:4], ids=str)
def test_squares_of_a_rug_are_those_that_the_rules_count(name, settings):
    for state, _ in walk(name, settings, 3):
        if state.phase != "lay":
            continue
        for move in state.legal():
            after, seat = state.after(move), state.to_act
            facts = catalog.explain(state.view(seat), move).facts
            assert facts["squares_won"] == after.visible()[seat] - state.visible()[seat]
            for other in set(range(settings["players"])) - {seat}:
                lost = state.visible()[other] - after.visible()[other]
                assert facts.get(f"squares_lost_{other}", 0) == lost


@pytest.mark.parametrize("seed", range(4))
def test_turns_to_lay_agree_with_what_is_legal(seed):
    for state, rng in walk("facir", {"players": 2, "turn_cap": 30}, seed):
        if state.phase != "play":
            continue
        texts = [move.text for move in state.legal()]
        nail = rng.choice([move for move in state.legal() if not move.text.endswith("!")])
        facts = catalog.explain(state.view(state.to_act), nail).facts
        assert (facts["turns_before"] == 0) == ("!" in texts)
        assert (facts["turns_before"] <= 1) == any(text.endswith("!") for text in texts)
        # One nail of one's own never costs more than the turn it takes, and may block for good.
        assert facts["turns_after"] >= facts["turns_before"] - 1
        assert 0 <= facts["turns_after"] <= FAR


def rotations(card):
    """Return a card of nine characters in its four rotations."""
    for _ in range(4):
        yield card
        card = "".join(card[place] for place in (6, 3, 0, 7, 4, 1, 8, 5, 2))


def test_guess_at_a_standing_card_is_the_rule_of_bayes():
    state = next(walk("facir", {"players": 2}, 5))[0]
    view = state.view(state.to_act)
    deck = view.setup.deck
    for move in view.legal():
        facts = catalog.explain(view, move).facts
        top = list(rotations(deck[view.card]))[move.rotation][:3]
        assert facts["edge"] == top[::-1]  # seen from behind
        ways = [sum(turned[:3] == top for turned in rotations(card)) for card in deck]
        assert facts["guessed"] == pytest.approx(ways[view.card] / sum(ways), abs=0.001)
        assert facts["alike"] == sum(map(bool, ways)) - 1
