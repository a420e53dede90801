"""Commands that come twice, at once, or just before the end of the server."""

import json
import random
from contextlib import ExitStack
from threading import Timer

import pytest
from websockets.exceptions import ConnectionClosed

from jemaa import SPECTATOR
from jemaa.server.room import redact
from tests.server.failures.visitors import kept, step, table
from tests.server.live import Live, legal

pytestmark = pytest.mark.once

RACERS = 10
EACH = 5
ROUNDS = 4


def test_03_duplicates_count_once(start, tmp_path):
    live = start()
    with table(live, "marrakech") as (room, keys, pages):
        frame = {"type": "submit", "id": "only once", "token": keys[0], "move": "L"}
        frame = json.dumps({**frame, "version": pages[0].version})
        for _ in range(3):
            pages[0].socket.send(frame)
        first, *others = [pages[0].hear("accepted", "refused") for _ in range(3)]
        assert first["type"] == "accepted" and others == [first, first]
        with live.page(room, keys[0]) as again:
            again.socket.send(frame)
            assert again.hear("accepted", "refused") == first
        while pages[0].scene["to_act"] == 0:  # the same words mean something else by now
            step(pages, keys)
        version = pages[0].version
    live.kill()
    before = kept(tmp_path / "data", room)
    live = start()
    with live.page(room, keys[0]) as again:
        for _ in range(3):
            again.socket.send(frame)
            assert again.hear("accepted", "refused") == first
        assert again.version == version == before.version
        told = [event for event in again.events if event["number"] > first["version"] - 2]
        assert [event.get("text") for event in told].count("L") == 1


def race(pages, room, token):
    """Let many sockets send a move for the same turn at once; gives all answers."""
    version, moves = pages[0].version, legal(pages[0].scene)
    for number in range(EACH):
        for page in pages:
            page.send("submit", token, version=version, move=moves[number % len(moves)])
    return [page.hear("accepted", "refused") for page in pages for _ in range(EACH)]


def check(found, pages):
    (accepted,) = [answer for answer in found if answer["type"] == "accepted"]
    refused = [answer["reason"] for answer in found if answer is not accepted]
    assert refused == ["stale"] * (RACERS * EACH - 1)
    for page in pages:
        page.hear_version(accepted["version"])
        assert page.version == accepted["version"]  # and nothing else has happened
        assert (page.events, page.scene) == (pages[0].events, pages[0].scene)


def test_04_of_fifty_racing_commands_one_is_accepted(live):
    room, keys = live.open("marrakech", "Anna", "Boris")
    with ExitStack() as stack:
        pages = [stack.enter_context(live.page(room, keys[0])) for _ in range(RACERS)]
        for _ in range(2):  # Anna turns, then lays
            check(race(pages, room, keys[0]), pages)


def test_04_of_fifty_racing_commands_in_two_processes_one_is_accepted(postgres, tmp_path):
    one, two = (Live(tmp_path / name, database=postgres.url) for name in "ab")
    room, keys = one.open("marrakech", "Anna", "Boris")
    with ExitStack() as stack:
        pages = [
            stack.enter_context((one, two)[number % 2].page(room, keys[0]))
            for number in range(RACERS)
        ]
        for _ in range(2):
            check(race(pages, room, keys[0]), pages)
    for server in (one, two):
        assert server.stop() == 0
        assert not [line for line in server.lines if "error" in line]


def test_05_kill_9_loses_nothing_that_was_told(start, tmp_path):
    live = start()
    room, keys = live.open("marrakech", "Anna", "Boris", "Carla", "Dora")
    rng = random.Random()
    for _ in range(ROUNDS):
        with live.page(room, *keys.values()) as page:
            accepted = play_until_killed(live, page, keys, rng)
        live.kill()
        room_kept = kept(tmp_path / "data", room)
        assert room_kept.version >= max(accepted, default=page.version)
        live = start()
        with live.page(room, *keys.values()) as again:
            assert again.events[: len(page.events)] == page.events
            assert again.version == room_kept.version
            assert again.scene == json.loads(bytes(redact.scene(room_kept, SPECTATOR)))
    assert not [line for line in live.lines if "error" in line]


def play_until_killed(live, page, keys, rng):
    """Play; somebody pulls the plug at some moment after a few moves. Gives what was accepted."""
    accepted, moves = [], rng.randint(1, 8)
    plug = Timer(rng.uniform(0, 0.03), live.process.kill)
    try:
        while page.info["status"] == "playing":
            if len(accepted) == moves:
                plug.start()
            seat = page.scene["to_act"]
            answer = page.command("submit", keys[seat], move=rng.choice(legal(page.scene)))
            assert answer["type"] == "accepted", answer
            accepted.append(answer["version"])
    except ConnectionClosed:
        pass
    plug.join()
    return accepted
