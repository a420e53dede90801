"""What can be known of the cards of others."""

from random import Random

import pytest

from jemaa.games.facir import FacirState
from jemaa.games.facir.bed import deck_table
from jemaa.games.facir.cards import QUARTERS
from jemaa.games.grid import parse_square
from jemaa.players.facir.inference import belief, edge_chances, is_settled, worlds

from .places import bed

# Card 24 is o../ooo/.o. and stands as it is printed; three of its five holes are shown.
SHOWN = bed(["a7 b7 g7", "c3 c4 d4 e4"], [0, 23], turns=7)


def test_belief_concentrates_on_the_true_card():
    found = belief(SHOWN.view(0), 1)
    assert sum(found.values()) == pytest.approx(1)
    assert list(found) == sorted(found, key=lambda card: -found[card])
    assert found[23] > 2 / len(found)


def test_belief_excludes_what_edge_and_known_cards_contradict():
    state = bed(["a7 b7", "c3 c4"], [0, 23], round=1, won=(0b11 << 20, 0), seat=1, turns=4)
    view = state.view(1)
    found = belief(view, 0)
    table = deck_table(view.setup.deck)
    edge = view.known.rooms[0].edge
    assert not {20, 21, 23} & set(found)
    for card in range(24):
        shows = edge in [table.edge(card, rotation) for rotation in range(QUARTERS)]
        assert (card in found) == (shows and card not in {20, 21, 23})


def test_card_that_fits_is_unlikely_when_its_owner_has_just_moved():
    complete = bed(["a7 b7 g7", "c3 c4 d4 e4 d5"], [0, 23], turns=8)
    assert belief(complete.view(0), 1)[23] < 0.05


def test_shifts_tell_who_could_have_laid_and_did_not():
    # Card 24 needed d5 alone, and its owner has moved another nail: they do not hold it.
    after = bed(["a7 b7 g7", "c3 c4 d4 e4 g2"], [0, 23], turns=8)
    trail = ((parse_square("g1"), parse_square("g2")),)
    passed = FacirState.of_parts(after.setup, after.parts._replace(trail=trail)).view(0)
    forgetful, remembering = belief(passed, 1)[23], belief(passed, 1, remembers=True)[23]
    assert remembering < 0.05 < forgetful
    assert sum(belief(passed, 1, remembers=True).values()) == pytest.approx(1)


def test_edge_chances_of_each_card_add_up_to_one():
    for chances in edge_chances(SHOWN.setup.deck, tuple(range(24))):
        assert sum(chances) == pytest.approx(1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_worlds_fit_the_view(players):
    cards = [0, 5, 11, 23][:players]
    state = bed(["a1 b1", "c3", "e5", "g7"][:players], cards, turns=players)
    found = worlds(state.view(0), 6, Random(1))
    assert len(found.states) == len(found.weights) <= 6
    for world in found.states:
        assert world.rooms[0] == state.rooms[0]
        assert world.nails == state.nails
        held = [room.card for room in world.rooms]
        assert len(set(held)) == players
        assert [room.edge for room in world.rooms] == [room.edge for room in state.rooms]


def test_settled_game_is_played_on_for_the_round():
    settled = bed(["a1", "g7"], [0, 1], round=4, won=(0xFF << 8, 0))
    assert is_settled(settled.view(0))
    assert worlds(settled.view(0), 2, Random(1)).states[0].round == 0
    assert not is_settled(SHOWN.view(0))
