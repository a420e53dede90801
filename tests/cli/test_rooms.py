"""`jemaa rooms`: the host looks at rooms and ends them, beside a server that runs."""

import json

import pytest

from tests.server.conftest import postgres, postgres_server  # noqa: F401  (fixtures)
from tests.server.live import Live, legal

pytestmark = pytest.mark.once


@pytest.fixture(params=["sqlite", "postgres"])
def place(request, tmp_path):
    """Where the rooms are: settings for a server, and the options for the host."""
    if request.param == "sqlite":
        return tmp_path, {}, ["--data", str(tmp_path)]
    url = request.getfixturevalue("postgres").url
    return tmp_path, {"database": url}, ["--database", url]


@pytest.fixture
def live(place):
    data, settings, _ = place
    server = Live(data, **settings)
    yield server
    assert server.stop() == 0
    assert not [line for line in server.lines if "error" in line]


@pytest.fixture
def jemaa(place, run):
    """Run `jemaa rooms` as the host does; gives exit code, output and complaints."""

    def call(*arguments):
        done = run("rooms", *arguments, *place[2])
        return done.code, done.out, done.err

    return call


def test_rooms_are_listed_and_shown_without_secrets(live, jemaa):
    playing, keys = live.open("marrakech", "Anna", "Борис")
    waiting, _ = live.open("facir", "Carla", "open", "bot:tourist")
    code, out, _ = jemaa("list", "--json")
    assert code == 0
    listed = {each["room"]: each for each in json.loads(out)}
    assert listed[playing]["people"] == ["Anna", "Борис"]
    assert listed[waiting]["people"] == ["Carla", "(open)", "tourist"]
    assert listed[waiting]["status"] == "waiting" and listed[playing]["to_act"] == 0
    code, out, _ = jemaa("list", "--status", "playing", "--limit", "5")
    assert code == 0 and playing in out and "Борис" in out and waiting not in out
    code, out, _ = jemaa("show", playing, waiting, "--json")
    assert code == 0 and not [key for key in keys.values() if key in out]
    assert [each["kinds"] for each in json.loads(out)] == [
        ["person", "person"],
        ["person", "open", "bot"],
    ]
    assert "secret" not in out and "token" not in out
    assert jemaa("show", playing)[1].startswith(f"room        {playing}\n")


def test_a_closed_game_is_over_for_everybody_who_is_in_it(live, jemaa):
    room, keys = live.open("marrakech", "Anna", "Boris")
    with live.page(room, keys[0]) as page:
        moves = legal(page.scene)
        code, out, _ = jemaa("close", room)
        assert code == 0 and out.startswith(f"The game of room {room} is ended. A running server")
        page.hear_until(lambda page: page.info["status"] == "over")
        assert page.info["closed"] and page.events[-1]["kind"] == "closed"
        assert page.scene["ranking"] == []
        answer = page.command("submit", keys[0], move=moves[0])
        assert (answer["type"], answer["reason"]) == ("refused", "game-over")
        record = live.http.get(f"/api/rooms/{room}/record")
        assert record.status_code == 200 and "closed" in record.text
        assert live.http.get(f"/api/rooms/{room}/replay").status_code == 200
    code, _, err = jemaa("close", room)
    assert code == 2 and "is over already" in err
    waiting, _ = live.open("marrakech", "Anna", "open")
    code, _, err = jemaa("close", waiting)
    assert code == 2 and "has not begun; delete the room instead" in err


def test_a_deleted_room_is_gone_for_everybody(live, jemaa):
    room, keys = live.open("marrakech", "Anna", "Boris")
    with live.page(room, keys[0]) as page:
        code, _, err = jemaa("delete", room)
        assert code == 2 and "nothing was deleted; --yes" in err
        code, out, _ = jemaa("delete", room, "--yes", "--json")
        assert code == 0 and json.loads(out) == {"room": room, "done": "deleted"}
        assert page.hear("bye")["reason"] == "unknown-room"
    assert live.http.get(f"/api/rooms/{room}").status_code == 404
    for action in ("show", "close", "delete"):
        code, _, err = jemaa(action, room, "--yes")
        assert code == 2 and f"there is no room '{room}'" in err
    assert json.loads(jemaa("list", "--json")[1]) == []
    assert jemaa("list")[1] == "There are no rooms.\n"


def test_where_no_server_has_been_there_are_no_rooms(jemaa):
    code, _, err = jemaa("list")
    assert code == 2 and ("there is no database" in err or "no server has used it yet" in err)


def test_what_is_missing_is_named(jemaa):
    assert "which room? jemaa rooms show ROOM" in jemaa("show")[2]
    assert "takes no room" in jemaa("list", "abc")[2]
    assert jemaa("burn")[0] == 2
