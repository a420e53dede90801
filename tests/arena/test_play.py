"""From a contest to a report: the same whatever the processes, and after an interruption."""

import json
from dataclasses import replace

import pytest

import jemaa.arena.journal as journal_module
from jemaa.arena.contest import Contest, Deal
from jemaa.arena.journal import Journal, JournalError
from jemaa.arena.report import as_dict, as_text, command, header
from jemaa.arena.run import first_share, in_order, play
from jemaa.arena.statistics import Certainty
from jemaa.core.state import compiled

TWO = Contest("marrakech", "players=2", 2, ("greedy", "random"), 11)
THREE = Contest("marrakech", "players=3", 3, ("greedy", "random", "random(seed=2)"), 11)

PLAIN = pytest.mark.once
"""Journal, certainty and report are plain Python; the games are played uncompiled elsewhere."""


def report(contest, deals, asked=100, certainty=None):
    """Return all that must not differ from run to run."""
    found = as_dict(contest, list(deals), asked, certainty)
    assert len(found.pop("times")) == len(contest.kinds)
    return json.dumps(found)


@pytest.mark.slow
@pytest.mark.parametrize("contest", [TWO, THREE], ids=["two", "three"])
def test_report_is_the_same_whatever_the_jobs(contest):
    deals = 5 if compiled else 2
    reports = {jobs: report(contest, play(contest, deals, jobs=jobs)) for jobs in (1, 2, 3)}
    assert reports[2] == reports[1]
    assert reports[3] == reports[1]


def test_another_seed_gives_other_games():
    marks = [
        {game.mark for deal in play(contest, 3) for game in deal.games}
        for contest in (TWO, replace(TWO, seed=12))
    ]
    assert not marks[0] & marks[1]


@PLAIN
def test_interrupted_contest_goes_on_where_it_stopped(tmp_path):
    path = tmp_path / "deals"
    whole = report(TWO, play(TWO, 6))
    parts = play(TWO, 6, journal=Journal(path, header(TWO)))
    first = [next(parts), next(parts)]
    parts.close()
    again = Journal(path, header(TWO))
    assert again.deals == first
    assert report(TWO, play(TWO, 6, jobs=2, journal=again)) == whole
    assert len(path.read_text().splitlines()) == 7
    # And once more, with nothing left to play.
    assert report(TWO, play(TWO, 6, journal=Journal(path, header(TWO)))) == whole


@PLAIN
def test_more_games_may_be_added_and_fewer_read(tmp_path):
    path = tmp_path / "deals"
    list(play(TWO, 2, journal=Journal(path, header(TWO))))
    for deals in (4, 3):
        found = list(play(TWO, deals, journal=Journal(path, header(TWO))))
        assert report(TWO, found) == report(TWO, play(TWO, deals))


@PLAIN
@pytest.mark.parametrize("cut", [1, 40, 10**6], ids=["one byte", "40 bytes", "into the header"])
def test_line_that_was_cut_off_is_played_again(tmp_path, cut):
    path = tmp_path / "deals"
    whole = report(TWO, play(TWO, 3, journal=Journal(path, header(TWO))))
    content = path.read_bytes()
    path.write_bytes(content[: max(30, len(content) - cut)])
    assert report(TWO, play(TWO, 3, journal=Journal(path, header(TWO)))) == whole
    assert len(path.read_bytes().splitlines()) == 4


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (replace(TWO, seed=12), "was begun with seed 11, not 12; choose"),
        (replace(TWO, kinds=("greedy", "x1")), 'was begun with kinds ["greedy", "random"], not'),
        (replace(TWO, setup="players=2,rotate=after"), 'was begun with setup "players=2", not'),
    ],
)
def test_journal_of_another_contest_is_refused(tmp_path, other, said):
    path = tmp_path / "deals"
    Journal(path, header(TWO))
    with pytest.raises(JournalError) as error:
        Journal(path, header(other))
    assert said in str(error.value)


def test_journal_of_other_engines_is_refused(tmp_path):
    path = tmp_path / "deals"
    older = header(TWO) | {"versions": {"jemaa": "0.0.1", "ruleset": 1, "engines": "0"}}
    Journal(path, older)
    with pytest.raises(JournalError, match="was begun with versions"):
        Journal(path, header(TWO))


@pytest.mark.parametrize("content", ["shopping list", "shopping\n", "[]\n", '{"a": 1}\n'])
def test_file_of_somebody_else_is_refused_and_left_alone(tmp_path, content):
    path = tmp_path / "list"
    path.write_text(content)
    with pytest.raises(JournalError, match="line 1: this is no deal"):
        Journal(path, header(TWO))
    assert path.read_text() == content


@pytest.mark.parametrize("line", ["{}", "x", '{"deal": 5, "games": []}', "[1]"])
def test_damage_inside_is_refused_with_its_line(tmp_path, line):
    path = tmp_path / "deals"
    list(play(TWO, 1, journal=Journal(path, header(TWO))))
    path.write_text(path.read_text() + line + "\n")
    with pytest.raises(JournalError, match="line 3: this is no deal"):
        Journal(path, header(TWO))


def test_deal_is_written_in_one_go(tmp_path, monkeypatch):
    written = []
    journal = Journal(tmp_path / "deals", header(TWO))
    monkeypatch.setattr(journal_module.Path, "open", lambda *_, **__: Recorder(written))
    journal.add(Deal(0, ()))
    assert written == [b'{"deal":0,"games":[]}\n']


class Recorder:
    def __init__(self, written):
        self.write = written.append

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass


@PLAIN
def test_certainty_ends_it_at_the_same_deal_whatever_the_jobs():
    reports = []
    for jobs in (1, 2):
        certainty = Certainty(TWO.fair)
        deals = list(play(TWO, 60, jobs=jobs, until=certainty))
        assert certainty.is_certain
        assert 3 < len(deals) < 40
        reports.append(report(TWO, deals, certainty=certainty))
    assert reports[0] == reports[1]


@PLAIN
def test_certainty_hears_of_the_deals_in_the_journal(tmp_path):
    path = tmp_path / "deals"
    lengths = [
        len(list(play(TWO, 60, journal=Journal(path, header(TWO)), until=Certainty(TWO.fair))))
        for _ in range(2)
    ]
    assert lengths[0] == lengths[1]


def test_shares_of_all_seats_make_one_win():
    deals = list(play(THREE, 2))
    found = as_dict(THREE, deals, 6)
    assert sum(kind["share"]["mean"] for kind in found["kinds"]) == pytest.approx(1)
    assert [kind["seats"] for kind in found["kinds"]] == [6, 6, 6]
    assert first_share(deals[0]) == pytest.approx(
        sum(game.wins[game.seating.index(0)] for game in deals[0].games) / 36
    )
    for kind in found["kinds"]:
        assert kind["adjusted"]["mean"] == pytest.approx(
            kind["share"]["mean"] - kind["luck"]["mean"]
        )
        assert kind["rating"]["low"] < kind["rating"]["mean"] < kind["rating"]["high"]
        assert kind["rounds"] is None


@PLAIN
def test_rounds_are_shared_among_those_who_won_them():
    contest = Contest("facir", "players=2", 2, ("random", "random(seed=3)"), 1)
    found = as_dict(contest, list(play(contest, 3)), 6)
    one, two = (kind["rounds"] for kind in found["kinds"])
    assert one["mean"] + two["mean"] == pytest.approx(1)
    assert "share of rounds" in as_text(found)


def test_forfeits_are_counted_by_reason():
    deals = list(play(TWO, 2))
    first, second = deals[0].games  # the second kind sits in seat 1, then in seat 0
    first, second = (
        replace(first, fault={1: "died: at once"}),
        replace(second, fault={0: "slow: 5"}),
    )
    deals[0] = Deal(0, (first, second))
    kinds = as_dict(TWO, deals, 4)["kinds"]
    assert kinds[0]["forfeits"] == {}
    assert kinds[1]["forfeits"] == {
        "died": {"games": 1, "first": "at once"},
        "slow": {"games": 1, "first": "5"},
    }
    assert "forfeits                1  died: at once" in as_text(as_dict(TWO, deals, 4))


def test_command_repeats_the_contest():
    contest = Contest(
        "marrakech", "players=3,rotate=after", 3, ("mcts(sims=50)", 'external("./bot")'), 4
    )
    assert command(contest, 90, until_certain=True) == (
        "jemaa arena marrakech 'mcts(sims=50)' 'external(\"./bot\")' --players 3"
        " --set rotate=after --games 90 --seed 4 --until-certain"
    )


def test_work_is_given_in_order_and_only_as_far_as_it_is_wanted():
    parts = in_order(abs, range(-50, 0), jobs=2)
    assert [next(parts), next(parts)] == [50, 49]
    parts.close()
    assert list(in_order(abs, [], jobs=4)) == []
