"""Whole games through real sockets, against a real server."""

import subprocess
import sys
from random import Random

import pytest

from jemaa.server.wire import PROTOCOL
from tests.server.live import Live, legal

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def live(tmp_path_factory):
    server = Live(tmp_path_factory.mktemp("data"))
    yield server
    assert server.stop() == 0
    assert not [line for line in server.lines if "error" in line]


@pytest.mark.parametrize("game", ["marrakech", "facir"])
def test_a_person_plays_a_whole_game_against_bots(live, game, tmp_path):
    room, keys = live.open(game, "Anna", "bot:tourist", "bot:tourist")
    with live.page(room, *keys.values()) as page:
        assert page.welcome["held"] == [0] and page.eye == 0
        assert page.info["secret"] == ""
        page.play(keys)
        assert [event["number"] for event in page.events] == list(range(1, page.version + 1))
        assert len(page.info["secret"]) == 64
    record = live.http.get(f"/api/rooms/{room}/record")
    assert record.status_code == 200
    file = tmp_path / "game.jemaa"
    file.write_bytes(record.content)
    command = [sys.executable, "-m", "jemaa", "verify", str(file)]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said


@pytest.mark.parametrize("game", ["marrakech", "facir"])
def test_replay_shows_every_position_and_ends_where_the_game_ended(live, game):
    room, keys = live.open(game, "Anna", "bot:tourist")
    path = f"/api/rooms/{room}/replay"
    assert live.http.get(path).status_code == 409
    assert live.http.get(path.replace("replay", "record")).json()["reason"] == "not-over"
    with live.page(room, *keys.values()) as page:
        page.play(keys)
        played = [event.get("text") for event in page.events if event["kind"] == "played"]
        final = page.scene
    answer = live.http.get(path)
    assert answer.headers["content-encoding"] == "gzip"
    plain = live.http.get(path, headers={"accept-encoding": "identity"})
    assert plain.content == answer.content and "content-encoding" not in plain.headers
    assert plain.headers["vary"] == "accept-encoding"
    replay = answer.json()
    assert [ply["happening"]["number"] for ply in replay["plies"]] == [
        event["number"] for event in page.events if event["kind"] == "played"
    ]
    told = [ply["happening"]["text"] for ply in replay["plies"]]
    assert None not in told
    assert [b for a, b in zip(played, told, strict=True) if a is not None] == [
        a for a in played if a is not None
    ]
    assert (
        replay["plies"][-1]["scene"]["rooms" if game == "facir" else "stalls"]
        == (final["rooms" if game == "facir" else "stalls"])
    )
    assert replay["statistics"] and all(len(row) == 2 for row in replay["statistics"].values())
    again = live.http.get(path, headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304


def test_two_friends_and_a_spectator_see_the_same_game(live):
    room, keys = live.open("marrakech", "Anna", "open")
    with live.page(room, keys[0]) as anna, live.page(room) as spectator:
        assert anna.info["status"] == "waiting"
        boris = live.sit(room, "Boris")
        assert boris["seat"] == 1
        with live.page(room, boris["token"]) as page:
            assert page.info["status"] == "playing"
            anna.hear_until(lambda page: page.info["status"] == "playing")
            players = [anna, page]
            tokens = [keys[0], boris["token"]]
            rng = Random(5)
            for _ in range(8):
                seat = anna.scene["to_act"]
                move = rng.choice(legal(anna.scene))
                answer = players[seat].command("submit", tokens[seat], move=move)
                assert answer["type"] == "accepted"
                for each in [*players, spectator]:
                    each.hear_version(answer["version"])
                assert anna.scene == page.scene == spectator.scene
            spectator.hear_until(lambda page: any(m["type"] == "presence" for m in page.heard))
            assert spectator.eye == -3 and spectator.welcome["held"] == []


def test_a_page_that_comes_back_gets_what_it_missed(live):
    room, keys = live.open("marrakech", "Anna", "Boris")
    with live.page(room, *keys.values()) as page:
        for _ in range(6):
            seat = page.scene["to_act"]
            page.command("submit", keys[seat], move=legal(page.scene)[0])
        events, version, scene = page.events, page.version, page.scene
    for since in range(1, version + 1):
        with live.page(room, *keys.values(), since=since) as page:
            assert page.version == version and page.scene == scene
            assert not page.welcome["complete"]
            assert page.events == events[since:]
    with live.page(room, *keys.values(), since=version + 7) as page:
        assert page.welcome["complete"] and page.events == events


def test_a_refusal_tells_why_and_shows_the_table(live):
    room, keys = live.open("marrakech", "Anna", "Boris")
    with live.page(room, *keys.values()) as page:
        answer = page.command("submit", keys[1], move="L")
        assert (answer["type"], answer["reason"]) == ("refused", "not-your-turn")
        assert answer["scene"] == page.welcome["scene"] and answer["version"] == page.version
        answer = page.command("submit", keys[0], move="a1a2")
        assert answer["reason"] == "wrong-step" and answer["clause"].startswith("M-")
        assert page.command("submit", "x" * 22, move="L")["reason"] == "unknown-token"
        assert page.command("submit", keys[0], move="hello")["reason"] == "not-a-move"
        version = page.version
        assert page.command("submit", keys[0], move="L")["type"] == "accepted"
        stale = page.command("submit", keys[0], move="L", version=version)
        assert stale["reason"] == "stale" and stale["version"] == page.version


def test_a_command_sent_again_counts_once_also_after_a_restart(tmp_path):
    live = Live(tmp_path)
    room, keys = live.open("marrakech", "Anna", "Boris")
    with live.page(room, *keys.values()) as page:
        before = page.version
        first = page.command("submit", keys[0], move="L", id="only-once")
        second = page.command("submit", keys[0], move="L", id="only-once", version=before)
        assert first == second
        version = page.version
    live.kill()
    live = Live(tmp_path)
    with live.page(room, *keys.values()) as page:
        assert page.version == version
        third = page.command("submit", keys[0], move="L", id="only-once", version=before)
        assert third == first
        # The same id from another seat is another command.
        other = page.command("submit", keys[1], move="L", id="only-once")
        assert other["type"] == "refused"
    assert live.stop() == 0


def test_one_device_with_secrets_shows_a_card_only_behind_the_open_curtain(live):
    room, keys = live.open("facir", "Anna", "Boris")
    with live.page(room, *keys.values()) as page:
        assert page.eye == -3 and page.scene["own"] is None
        page.say(type="look", token=keys[0])
        page.hear("update")
        assert page.eye == 0 and page.scene["own"]["card"] is not None
        page.command("submit", keys[0], move="^1")
        page.hear_until(lambda page: page.scene["to_act"] == 1)
        assert page.eye == -3 and page.scene["own"] is None
        page.say(type="look", token=keys[1])
        page.hear("update")
        assert page.eye == 1
        page.say(type="look")
        page.hear("update")
        assert page.eye == -3 and page.scene["own"] is None
        page.play(keys)


def test_own_games_are_listed_by_the_browsers_token(live):
    device = "a-token-that-only-this-browser-has"
    room, _ = live.open("marrakech", "Anna", "bot:tourist", device=device)
    listed = live.http.get("/api/games", headers={"x-jemaa-device": device}).json()
    assert [(game["room"], game["seats"], game["your_turn"]) for game in listed] == [
        (room, [0], True)
    ]
    assert (listed[0]["names"], listed[0]["levels"]) == (["Anna", ""], ["", "tourist"])
    assert (listed[0]["to_act"], listed[0]["progress"]) == (0, [1, 48])
    assert live.http.get("/api/games", headers={"x-jemaa-device": device[:-1]}).json() == []
    assert live.http.get("/api/games").json() == []


def test_sitting_down_twice_with_the_same_id_gives_the_same_key(live):
    room, _ = live.open("marrakech", "Anna", "open", "open")
    wish = {"device": "the-token-of-this-browser", "id": "an-id-of-its-own-choice"}
    assert live.sit(room, "Boris", **wish) == live.sit(room, "Boris", **wish)
    info = live.http.get(f"/api/rooms/{room}").json()
    assert [seat["kind"] for seat in info["seats"]] == ["person", "person", "open"]


def test_a_spectator_who_sits_down_shows_his_key_on_the_same_socket(live):
    room, _ = live.open("marrakech", "Anna", "open")
    with live.page(room) as page:
        assert page.eye == -3
        token = live.sit(room, "Boris")["token"]
        page.hear_until(lambda page: page.info["status"] == "playing")
        page.events.clear()
        page.say(type="hello", protocol=PROTOCOL, room=room, tokens=[token])
        assert page.hear("welcome")["held"] == [1] and page.eye == 1
        page.hear_until(lambda page: page.heard[-1].get("online") == [1])


def test_rematch_opens_a_room_for_the_same_people(live):
    room, keys = live.open("marrakech", "Anna", "bot:tourist")
    with live.page(room, keys[0]) as page:
        page.play(keys)
        assert page.command("rematch", keys[0])["type"] == "accepted"
        page.hear_until(lambda page: page.info["following"])
        following = page.info["following"]
        assert page.command("rematch", keys[0])["reason"] == "rematch-made"
    with live.page(following, keys[0]) as page:
        assert page.welcome["held"] == [0] and page.info["previous"] == room
        page.play(keys)  # the bot begins


def test_a_bot_left_behind_by_a_killed_server_moves_after_the_restart(tmp_path):
    live = Live(tmp_path, bot_delay=60_000)
    room, keys = live.open("marrakech", "Anna", "bot:tourist")
    with live.page(room, keys[0]) as page:
        while page.scene["to_act"] == 0:
            page.command("submit", keys[0], move=legal(page.scene)[0])
        assert page.scene["to_act"] == 1
        assert page.hear("thinking")["seat"] == 1
    live.kill()
    live = Live(tmp_path)
    with live.page(room, keys[0]) as page:
        page.hear_until(lambda page: page.scene["to_act"] == 0)
    assert live.stop() == 0
