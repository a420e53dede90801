"""Two server processes, one PostgreSQL, one Redis: they serve the same rooms."""

from random import Random

import pytest

from tests.server.live import Live, legal

pytestmark = pytest.mark.once


@pytest.fixture(params=["redis", "notify"])
def pair(request, postgres, tmp_path):
    bus = request.getfixturevalue("redis").url if request.param == "redis" else ""
    servers = [Live(tmp_path / str(number), database=postgres.url, bus=bus) for number in (1, 2)]
    yield servers
    for server in servers:
        assert server.stop() == 0
        assert not [line for line in server.lines if "error" in line]


def test_two_processes_agree_about_one_room(pair):
    one, two = pair
    room, keys = one.open("marrakech", "Anna", "open", "bot:tourist")
    boris = two.sit(room, "Boris")
    keys[1] = boris["token"]
    with one.page(room, keys[0]) as anna, two.page(room, keys[1]) as page:
        pages, rng = [anna, page], Random(3)
        # Who is here is known in both processes.
        for each in pages:
            each.hear_until(lambda each: each.heard[-1].get("online") == [0, 1])
        for _ in range(12):
            same(pages, keys)
            seat = anna.scene["to_act"]
            answer = pages[seat].command("submit", keys[seat], move=rng.choice(legal(anna.scene)))
            assert answer["type"] == "accepted"
            for each in pages:
                each.hear_version(answer["version"])
        same(pages, keys)
        assert anna.events == page.events


def same(pages, keys):
    """Wait until it is a person's turn for all pages; they show the same then."""
    for page in pages:
        page.hear_until(lambda page: page.scene["to_act"] in keys)
    version = max(page.version for page in pages)
    for page in pages:
        page.hear_version(version)
    first, *others = pages
    assert all(page.scene == first.scene for page in others)


def test_of_two_answers_in_two_processes_one_counts(pair):
    one, two = pair
    room, keys = one.open("marrakech", "Anna", "Boris")
    with one.page(room, *keys.values()) as first, two.page(room, *keys.values()) as second:
        for _ in range(10):
            seat, moves = first.scene["to_act"], legal(first.scene)
            ids = [each.send("submit", keys[seat], move=moves[0]) for each in (first, second)]
            answers = [each.hear("accepted", "refused") for each in (first, second)]
            assert [answer["id"] for answer in answers] == ids
            assert sorted(answer["type"] for answer in answers) == ["accepted", "refused"]
            version = max(answer["version"] for answer in answers)
            first.hear_version(version)
            second.hear_version(version)
            assert first.scene == second.scene
        assert first.events == second.events


def test_a_process_that_dies_leaves_its_bots_to_the_other(postgres, redis, tmp_path):
    shared = {"database": postgres.url, "bus": redis.url}
    slow = Live(tmp_path / "1", bot_delay=60_000, **shared)
    room, keys = slow.open("marrakech", "Anna", "bot:tourist")
    with slow.page(room, keys[0]) as page:
        while page.scene["to_act"] == 0:
            page.command("submit", keys[0], move=legal(page.scene)[0])
    slow.kill()
    other = Live(tmp_path / "2", **shared)
    with other.page(room, keys[0]) as page:
        page.hear_until(lambda page: page.scene["to_act"] == 0)
    assert other.stop() == 0
