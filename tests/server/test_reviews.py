"""Reviews, other tries and hints, seen from outside and from inside."""

import asyncio
import json
import time

import pytest

import jemaa
from jemaa import analysis
from jemaa.local.host import NoMetrics
from jemaa.server import reviews as module
from jemaa.server.bus import LocalBus
from jemaa.server.reasons import RefusalError
from jemaa.server.reviews import Reviews
from jemaa.server.rooms import Rooms
from jemaa.server.store import KeptReview
from jemaa.server.store.sqlite import SqliteStore
from jemaa.server.thinking import BotError
from tests.server.live import Live

pytestmark = pytest.mark.once


def problem(answer):
    assert set(answer.json()) == {"reason", "message", "field"}
    return answer.status_code, answer.json()["reason"]


def record_of(game="facir", seed=3, players=("greedy", "greedy")):
    return str(jemaa.catalog.play(game, list(players), seed=seed).record)


class TestOutside:
    """A real server; one game is reviewed, and the server starts anew in the middle of it all."""

    def test_from_a_game_to_its_review_and_on(self, tmp_path):
        live = Live(tmp_path)
        post = live.http.post
        room, keys = live.open("facir", "Anna", "bot:tourist")
        base = f"/api/rooms/{room}"
        # A running game tells nothing, and begins nothing.
        assert problem(post(f"{base}/review", json={})) == (409, "not-over")
        assert problem(live.http.get(f"{base}/review")) == (409, "not-over")
        assert problem(post(f"{base}/trial", json={"ply": 1})) == (409, "not-over")
        assert problem(post(f"{base}/retry", json={"ply": 1, "seat": 0})) == (409, "not-over")
        with live.page(room, *keys.values()) as page:
            wish = {"token": keys[0], "version": page.version}
            hint = post(f"{base}/hint", json=wish).json()
            assert post(f"{base}/hint", json=wish).json() == hint
            assert problem(post(f"{base}/hint", json=wish | {"token": "x"})) == (
                422,
                "unknown-token",
            )
            assert page.command("submit", keys[0], move=hint["move"])["type"] == "accepted"
            page.play(keys)
            assert page.info["seats"][0]["hints"] == 1
            assert [event["kind"] for event in page.events].count("hinted") == 1
        assert live.http.get(f"{base}/review").json() is None  # it is not made by looking
        first = post(f"{base}/review", json={}).json()
        assert first["state"] in ("waiting", "working") and first["review"] is None
        review = self.whole(live, base)
        seat = review["seats"][0]
        parts = [seat[part] for part in ("start", "luck", "choices", "rest")]
        assert sum(parts) == pytest.approx(seat["result"], abs=1e-5)
        assert len(review["fingerprint"]) == 16 and review["complete"]
        # It is kept: another server process has it at once.
        live.kill()
        live = Live(tmp_path)
        post = live.http.post
        assert live.http.get(f"{base}/review").json() == review
        told = post(f"{base}/review", json={"have": 2}).json()
        assert (told["state"], told["review"]) == ("done", None)
        self.try_again(live, base, review)
        assert live.stop() == 0
        assert not [line for line in live.lines if "error" in line]

    @staticmethod
    def whole(live, base):
        """Ask until the review is whole; it grows on the way."""
        stages, until = [], time.monotonic() + 400
        while time.monotonic() < until:
            told = live.http.post(
                f"{base}/review", json={"have": stages[-1] if stages else 0}
            ).json()
            if told["review"] is not None:
                stages.append(told["stage"])
                assert told["review"]["complete"] == (told["stage"] == 2)
            if told["state"] == "done":
                return told["review"]
            time.sleep(0.05)
        raise AssertionError(stages)

    @staticmethod
    def try_again(live, base, review):
        ply = next(at for at, step in enumerate(review["steps"]) if step.get("judgement"))
        seat = review["steps"][ply]["by"]
        trial = live.http.post(f"{base}/trial", json={"ply": ply}).json()
        assert trial["seat"] == seat and trial["scene"]["to_act"] == seat
        assert trial["played"] == review["steps"][ply]["text"]
        assert list(trial["values"].values()) == sorted(trial["values"].values(), reverse=True)
        assert problem(live.http.post(f"{base}/trial", json={"ply": 0})) == (422, "no-decision")
        opened = live.http.post(f"{base}/retry", json={"ply": ply, "seat": seat, "name": "Bo"})
        assert opened.status_code == 201
        keys = {seat["seat"]: seat["token"] for seat in opened.json()["seats"]}
        with live.page(opened.json()["room"], *keys.values()) as page:
            assert page.info["origin"] == base.rpartition("/")[2]
            page.play(keys)

    def test_records_are_brought_or_refused_with_a_sentence(self, tmp_path):
        live = Live(tmp_path, review_workers=0)
        post = live.http.post
        room = post("/api/records", json={"record": record_of()}).json()["room"]
        assert live.http.get(f"/api/rooms/{room}/replay").json()["room"]["imported"]
        assert problem(post(f"/api/rooms/{room}/review", json={})) == (409, "no-reviews")
        for record, expected in [
            ("nonsense", (422, "record")),
            (record_of().replace("game: facir", "game: chess"), (422, "game")),
            ("x" * 70_000, (413, "too-large")),
        ]:
            assert problem(post("/api/records", json={"record": record})) == expected
        foreign = {"origin": "https://elsewhere.example"}
        assert problem(post("/api/records", json={"record": ""}, headers=foreign)) == (
            403,
            "origin",
        )
        assert live.stop() == 0


class Analyst:
    """Answers in this process; can be held, and can fail."""

    def __init__(self):
        self.asked = 0
        self.free = asyncio.Event()
        self.free.set()
        self.fails = False

    async def study(self, question):
        self.asked += 1
        await self.free.wait()
        if self.fails:
            raise BotError("out of order")
        return analysis.answer(question)


@pytest.fixture
async def inside(tmp_path):
    """Makes `Reviews` over one store, and rooms with finished games in it."""
    store = SqliteStore(tmp_path / "rooms.sqlite3")
    await store.open()
    rooms = Rooms(store, LocalBus(), NoMetrics())
    made = []

    def reviews(analyst, **more):
        made.append(Reviews(rooms, store, analyst, quick=True, **more))
        return made[-1]

    yield rooms, store, reviews
    for one in made:
        await one.close()
    await store.close()


async def news(reviews, room, **more):
    return json.loads(await reviews.ask(room, **more))


async def until_done(reviews, room):
    async with asyncio.timeout(60):
        while (told := await news(reviews, room))["state"] != "done":
            await asyncio.sleep(0.01)
    return told["review"]


@pytest.mark.anyio
class TestInside:
    async def test_work_stops_when_nobody_waits_and_begins_anew(self, inside, monkeypatch):
        rooms, store, make = inside
        monkeypatch.setattr(module, "PATIENCE", 0.1)
        room = (await rooms.open_record(record_of())).room
        analyst = Analyst()
        analyst.free.clear()
        reviews = make(analyst)
        await news(reviews, room)
        await asyncio.sleep(0.2)
        analyst.free.set()
        await asyncio.sleep(0.2)
        assert analyst.asked == 1 and not reviews._jobs
        assert await store.review(room) is None
        monkeypatch.setattr(module, "PATIENCE", 10)
        assert (await until_done(reviews, room))["complete"]

    async def test_a_review_by_another_value_is_made_anew(self, inside):
        rooms, store, make = inside
        room = (await rooms.open_record(record_of())).room
        await store.keep_review(room, KeptReview("another value", b"x"))
        reviews = make(Analyst())
        assert await reviews.kept(room) is None
        review = await until_done(reviews, room)
        kept = await store.review(room)
        assert kept.value == f"{review['fingerprint']}-quick"
        analyst = Analyst()
        assert json.loads(await make(analyst).kept(room)) == review
        assert analyst.asked == 0

    async def test_too_many_are_refused_and_the_others_wait_their_turn(self, inside, monkeypatch):
        rooms, _, make = inside
        monkeypatch.setattr(module, "MOST_JOBS", 4)
        names = [(await rooms.open_record(record_of(seed=seed))).room for seed in range(5)]
        analyst = Analyst()
        analyst.free.clear()
        reviews = make(analyst, per_minute=3)
        for room in names[:3]:
            await news(reviews, room, address="a")
        await asyncio.sleep(0)
        told = [await news(reviews, room, address="a") for room in names[:3]]
        assert [one["state"] for one in told] == ["working", "waiting", "waiting"]
        assert [one["ahead"] for one in told] == [0, 1, 2]
        with pytest.raises(RefusalError, match="many reviews"):
            await reviews.ask(names[3], address="a")
        await news(reviews, names[3], address="b")
        with pytest.raises(RefusalError, match="many reviews"):
            await reviews.ask(names[4], address="c")
        analyst.free.set()
        for room in names[:4]:
            await until_done(reviews, room)
        with pytest.raises(RefusalError, match="please wait"):  # three in this minute
            await reviews.ask(names[4], address="a")

    async def test_a_failure_is_told_and_can_be_tried_again(self, inside):
        rooms, _, make = inside
        room = (await rooms.open_record(record_of())).room
        analyst = Analyst()
        analyst.fails = True
        reviews = make(analyst)
        await news(reviews, room)
        await asyncio.sleep(0.05)
        with pytest.raises(RefusalError, match="could not be made"):
            await reviews.ask(room)
        analyst.fails = False
        assert await until_done(reviews, room)
