"""The statistics of Façir, against what the stories tell."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from jemaa import SPECTATOR
from jemaa.games.facir.cards import turned
from jemaa.games.facir.story import FIGURES, Played
from tests.facir.table import GAME, action, choices, play, start
from tests.facir.test_laws import seeds, setups


def keen(state, rng):
    """Choose an action, laying whenever it is possible."""
    laying = [choice for choice in choices(state) if choice.text.endswith("!")]
    return rng.choice(laying or choices(state))


def history(setup, seed, share):
    """Play a game up to somewhere: its states and its actions."""
    rng = Random(seed)
    states, actions = [GAME.start(setup)], []
    while not states[-1].is_over:
        actions.append(keen(states[-1], rng))
        states.append(states[-1].after(actions[-1]))
    count = round(share * len(actions))
    return states[: count + 1], actions[:count]


histories = st.builds(history, setups(), seeds, st.floats(0, 1))
games = st.builds(history, setups(), seeds, st.just(1))


def test_statistics_by_example():
    texts = ["4", "1", "^0", "^0", "b2", "c2", "c3", "d4", "g7", "c2c1", "g7g6", "c1c2", "!"]
    texts += ["7", "8", "^0", "^0", "a1", "a2"]
    states, actions = [start()], []
    for text in texts:
        actions.append(action(states[-1], text))
        states.append(play(states[-1], text))
    assert GAME.statistics(states, actions) == {
        "rounds_won": (1, 0),
        "deciding_won": (0, 0),
        "void_rounds": (0, 0),
        "cards_won": (2, 0),
        "turns": (6, 5),
        "nails_put": (4, 3),
        "nails_moved": (1, 2),
        "fastest_round": (5, 0),
        "borrowed_nails": (2, 0),  # c2 and d4
        "close_rounds": (0, 0),
    }


def test_statistics_of_a_game_that_has_not_begun():
    for figure in GAME.statistics([start(players=3)], []).values():
        assert figure == (0, 0, 0)


@given(histories)
def test_statistics_are_what_the_stories_tell(history):
    states, actions = history
    found = GAME.statistics(states, actions)
    assert list(found) == list(FIGURES)
    assert found == {figure: tuple(by_seat) for figure, by_seat in count(states, actions).items()}


def count(states, actions):
    """Count all figures in the simplest way, from the stories."""
    seats = range(states[0].setup.players)
    counted = {figure: [0 for _ in seats] for figure in FIGURES}
    rounds = [[]]
    for number, taken in enumerate(actions):
        story = GAME.story(states[number], taken, states[number + 1], SPECTATOR)
        if isinstance(story, Played):
            rounds[-1].append(story)
            if story.shown:
                rounds.append([])
    for seat in seats:
        turns = [story for stories in rounds for story in stories if story.seat == seat]
        won = [stories for stories in rounds if stories and stories[-1] in turns]
        won = [stories for stories in won if stories[-1].laid]
        own = [sum(story.seat == seat for story in stories) for stories in won]
        counted["turns"][seat] = len(turns)
        counted["nails_moved"][seat] = sum(bool(story.source) for story in turns)
        counted["nails_put"][seat] = sum(not s.source and bool(s.target) for s in turns)
        counted["rounds_won"][seat] = sum(not stories[-1].deciding for stories in won)
        counted["deciding_won"][seat] = sum(stories[-1].deciding for stories in won)
        usual = [stories for stories in won if not stories[-1].deciding]
        counted["cards_won"][seat] = sum(len(stories[-1].shown) for stories in usual)
        counted["fastest_round"][seat] = min(own, default=0)
        counted["borrowed_nails"][seat] = sum(borrowed(stories) for stories in won)
        ended = [stories for stories in rounds if stories and stories[-1].laid]
        lost = [stories for stories in ended if stories not in won]
        counted["close_rounds"][seat] = sum(is_close(stories, seat) for stories in lost)
        counted["void_rounds"][seat] = sum(bool(s) and s[-1].void for s in rounds)
    return counted


def bed(stories):
    """Return the nails at the end of a round by square: whose they are."""
    nails = {}
    for story in stories:
        nails.pop(story.source, None)
        if story.target:
            nails[story.target] = story.seat
    return nails


def under(square):
    """Return the nine squares under a card whose top left position is there, row by row."""
    column, row = "abcdefg".index(square[0]), int(square[1])
    return [f"{'abcdefg'[column + x]}{row + y}" for y in range(3) for x in range(3)]


def borrowed(stories):
    """Count the nails of others in the holes of the card that has won a round."""
    last, nails = stories[-1], bed(stories)
    pattern = turned(last.laid.card, last.laid.rotation)
    places = zip(pattern, under(last.laid.square), strict=True)
    return sum(mark == "o" and nails[square] != last.seat for mark, square in places)


def is_close(stories, seat):
    """Tell whether the card of a seat would have fitted but for one of its nine positions."""
    nails = bed(stories)
    shown = {one.seat: one.card for one in stories[-1].shown}
    if seat not in shown:
        return False
    return any(
        sum((mark == "o") != (square in nails) for mark, square in zip(pattern, holes, strict=True))
        <= 1
        for pattern in (turned(shown[seat], rotation) for rotation in range(4))
        for holes in (under(f"{column}{row}") for column in "abcde" for row in range(1, 6))
    )


@given(games)
def test_statistics_of_a_finished_game_agree_with_its_result(history):
    states, actions = history
    found, final = GAME.statistics(states, actions), states[-1]
    assert found["rounds_won"] == GAME.rounds(final)
    assert found["cards_won"] == final.scores()
    assert set(found["void_rounds"]) == {GAME.facts(final)["void_rounds"]}
    winner = [seat for seat, won in enumerate(found["deciding_won"]) if won]
    assert winner == ([] if final.decider is None else [final.decider])
