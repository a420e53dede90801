"""The deck: what is promised of the default one, and how others are read and refused (F-2, F-3)."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jemaa import CHANCE, DeckError, catalog
from jemaa.core.errors import JemaaError, SetupError
from jemaa.core.state import compiled
from jemaa.games.facir import DEFAULT_DECK, FacirSetup, deck_text, parse_deck
from jemaa.games.facir.cards import deck_code, lying, parse_code, seen_edge, turned
from tests.facir.naive import Naive, orientations, points, seen
from tests.facir.table import GAME, choices

PATTERNS = [
    "".join("o" if bits >> place & 1 else "." for place in range(9))
    for bits in range(512)
    if bits.bit_count() in (4, 5)
]
decks = st.lists(
    st.sampled_from(PATTERNS), min_size=24, max_size=24, unique_by=lambda card: min(rotations(card))
).map(tuple)


def rotations(card):
    return [turned(card, quarters) for quarters in range(4)]


def mirrored(card):
    return "".join(card[start : start + 3][::-1] for start in (0, 3, 6))


@pytest.mark.clause("F-2")
def test_deck_has_24_cards_of_nine_positions_with_4_or_5_holes():
    assert len(DEFAULT_DECK) == 24
    assert {len(card) for card in DEFAULT_DECK} == {9}
    assert {card.count("o") for card in DEFAULT_DECK} == {4, 5}
    assert {character for card in DEFAULT_DECK for character in card} == {"o", "."}


@pytest.mark.clause("F-2")
def test_cards_are_distinct_under_rotation():
    assert len({min(rotations(card)) for card in DEFAULT_DECK}) == 24


@pytest.mark.clause("F-3")
def test_default_deck_is_the_promised_one():
    assert " ".join(DEFAULT_DECK) == (
        "ooo....o. oo.oo.... oo.o....o oo..o...o oo...o.o. oo...o..o "
        "oo....oo. oo....o.o o.oo....o o..oo...o o..o.o.o. .o.ooo... "
        "ooooo.... oooo.o... oooo...o. ooo.oo... ooo.o.o.. ooo.o..o. "
        "ooo.o...o ooo..o.o. oo..ooo.. oo..oo.o. o.ooo..o. o..ooo.o."
    )
    assert [card.count("o") for card in DEFAULT_DECK] == [4] * 12 + [5] * 12


@pytest.mark.clause("F-3")
@pytest.mark.parametrize("card", DEFAULT_DECK)
def test_each_card_lies_in_100_ways(card):
    assert len(set(lying(card))) == len(lying(card)) == 100


@pytest.mark.clause("F-3")
def test_default_deck_is_closed_under_reflection():
    families = {min(rotations(card)) for card in DEFAULT_DECK}
    assert {min(rotations(mirrored(card))) for card in DEFAULT_DECK} == families


@pytest.mark.clause("F-3")
def test_all_eight_edges_are_seen():
    edges = {seen_edge(standing) for card in DEFAULT_DECK for standing in rotations(card)}
    assert len(edges) == 8


@pytest.mark.parametrize("card", PATTERNS)
def test_turning_and_seeing_agree_with_coordinates(card):
    assert [points(standing) for standing in rotations(card)] == orientations(card)
    assert [seen_edge(turned(card, r)) for r in range(4)] == [seen(card, r) for r in range(4)]
    assert turned(card, 4) == card


@pytest.mark.clause("F-3")
def test_deck_file_may_have_comments_blank_lines_and_spaces():
    lines = [f"{card[:3]} {card[3:6]} {card[6:]}  # a comment" for card in DEFAULT_DECK]
    text = "\ufeff# my cards\n\n" + "\r\n".join(lines)
    assert parse_deck(text) == DEFAULT_DECK


@given(decks)
def test_decks_are_read_back(deck):
    assert parse_deck(deck_text(deck)) == deck
    assert parse_code(deck_code(deck)) == deck
    setup = FacirSetup(deck=deck)
    assert FacirSetup.parse(str(setup)) == setup
    assert FacirSetup.make(setup.to_dict()) == setup


def changed(number, card):
    return (*DEFAULT_DECK[: number - 1], card, *DEFAULT_DECK[number:])


@pytest.mark.clause("F-3")
@pytest.mark.parametrize(
    ("deck", "card", "words"),
    [
        (DEFAULT_DECK[:23], 24, "23 cards"),
        ((*DEFAULT_DECK, "o.o...o.o"), 25, "25 cards"),
        (changed(5, "ooo......"), 5, "3 holes"),
        (changed(6, "oooooo..."), 6, "6 holes"),
        (changed(7, "ooo...x.."), 7, "nine characters"),
        (changed(8, "oooo...."), 8, "nine characters"),
        (changed(9, turned(DEFAULT_DECK[2], 3)), 9, "equal to card 3"),
    ],
    ids=["few", "many", "3-holes", "6-holes", "character", "short", "equal"],
)
def test_faulty_card_is_named(deck, card, words):
    text = "# a comment\n" + deck_text(deck)
    with pytest.raises(DeckError, match=words) as caught:
        parse_deck(text)
    assert caught.value.card == card
    if card <= 23:
        assert f"(line {card + 1})" in str(caught.value)
    with pytest.raises(SetupError, match=f"card {card}: .*{words}") as refused:
        FacirSetup(deck=deck)
    assert refused.value.field == "deck"


BOXED = (*changed(5, "ooo......")[:23], "oooooo...")
BOXED = (*BOXED[:8], turned(BOXED[2], 3), *BOXED[9:])


@pytest.mark.clause("F-3")
def test_boxed_deck_may_have_equal_cards_and_three_or_six_holes():
    assert parse_deck(deck_text(BOXED), boxed=True) == BOXED
    setup = FacirSetup(players=2, deck=BOXED, boxed="yes")
    assert FacirSetup.parse(str(setup)) == setup
    assert str(setup).endswith(",boxed=yes")
    state = GAME.start(setup)
    assert GAME.parse(str(state)) == state
    with pytest.raises(SetupError, match=r"card 5: .*3 holes.*boxed=yes"):
        FacirSetup(deck=BOXED)
    with pytest.raises(SetupError, match="choose no or yes") as refused:
        FacirSetup(boxed=True)
    assert refused.value.field == "boxed"


@pytest.mark.clause("F-3")
@pytest.mark.parametrize("card", ["oo.......", "ooooooo..", "oooo....", "ooo...x.."])
def test_boxed_deck_is_checked_too(card):
    with pytest.raises(DeckError) as caught:
        parse_deck(deck_text(changed(7, card)), boxed=True)
    assert caught.value.card == 7
    with pytest.raises(DeckError, match="23 cards"):
        parse_deck(deck_text(BOXED[:23]), boxed=True)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_games_with_a_boxed_deck_go_as_in_the_naive_model(players, seed):
    rng = Random(seed)
    state = GAME.new(players=players, deck=BOXED, boxed="yes", turn_cap=12)
    naive = Naive(state.setup)
    while not state.is_over:
        options = choices(state)
        assert (state.phase, state.seat) == (naive.phase, naive.seat)
        assert [option.text for option in options] == naive.legal()
        # Who can lay does, so that all sorts of cards are laid.
        chosen = rng.choice([o for o in options if "!" in o.text] or options)
        state = state.after(chosen)
        naive.do(chosen.text)
        assert GAME.parse(str(state)) == state


@pytest.mark.parametrize("who", ["greedy", "belief(samples=2)", "search(samples=2,beam=2)"])
@pytest.mark.parametrize("players", [2, 3])
def test_players_choose_legal_moves_with_a_boxed_deck(who, players):
    rng = Random(4)
    player = catalog.player("facir", who)
    state = GAME.new(players=players, deck=BOXED, boxed="yes", turn_cap=12)
    for _ in range(40 if compiled else 12):
        if state.to_act == CHANCE:
            state = state.after(rng.choice(choices(state)))
        else:
            state = state.after(player.choose(state.view(state.to_act)).move)


@pytest.mark.parametrize("code", ["1c2", "zzz" * 24, "fff" * 24, "1c", ""])
def test_bad_codes_are_refused(code):
    with pytest.raises(SetupError):
        FacirSetup.parse(f"deck={code}")


@given(st.text(alphabet="o.# \nx", max_size=300))
def test_reading_decks_raises_only_our_errors(text):
    try:
        parse_deck(text)
    except JemaaError:
        return
    raise AssertionError("so short a text cannot hold a deck")
