"""Random histories: both stores do what a dictionary would do."""

import asyncio

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from jemaa.server.store import (
    ConflictError,
    JemaaError,
    Listed,
    RepeatedError,
    Row,
    Summary,
    UnknownRoomError,
)

pytestmark = pytest.mark.once

ROOMS = st.sampled_from(["r", "R", "б", "r r", "zz"])
COMMANDS = st.sampled_from(["", "", "one", "two", "three"])
DEVICES = st.lists(st.sampled_from(["", "ann's", "bo's", '["x"]']), max_size=4).map(tuple)
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8)
TIMES = st.integers(0, 30)
BODIES = st.lists(st.binary(max_size=9), max_size=3)
SUMMARIES = st.builds(
    Summary,
    game=st.sampled_from(["marrakech", "facir"]),
    status=st.sampled_from(["waiting", "playing", "over"]),
    to_act=st.none() | st.integers(0, 3),
    names=st.lists(TEXTS, max_size=4).map(tuple),
    devices=DEVICES,
    wake=st.none() | TIMES,
    levels=st.lists(TEXTS, max_size=4).map(tuple),
    progress=st.lists(TIMES, max_size=2).map(tuple),
    board=TEXTS,
    places=st.lists(st.integers(1, 4), max_size=4).map(tuple),
    scores=st.lists(TIMES, max_size=4).map(tuple),
    code=TEXTS,
)


class Dictionary:
    """The contract, as plainly as it can be written."""

    def __init__(self):
        self.rooms = {}

    def create(self, room, at, bodies, summary):
        if room in self.rooms:
            raise ConflictError
        rows = [Row(number, at, body) for number, body in enumerate(bodies, 1)]
        self.rooms[room] = (rows, at, summary, {})

    def append(self, room, version, at, bodies, summary, command):
        rows, _, _, commands = self.find(room)
        if command in commands:
            raise RepeatedError(commands[command])
        if version != len(rows):
            raise ConflictError
        fresh = [Row(number, at, body) for number, body in enumerate(bodies, version + 1)]
        if command:
            commands = {**commands, command: version + len(bodies)}
        self.rooms[room] = ([*rows, *fresh], at, summary, commands)

    def find(self, room):
        if room not in self.rooms:
            raise UnknownRoomError
        return self.rooms[room]

    def load(self, room, after):
        return [row for row in self.find(room)[0] if row.number > after]

    def of_device(self, device, limit):
        listed = [
            Listed(room, len(rows), at, summary)
            for room, (rows, at, summary, _) in self.rooms.items()
            if device and device in summary.devices
        ]
        return sorted(listed, key=lambda item: (-item.at, item.room))[:limit]

    def waking(self, now, limit):
        woken = [
            (summary.wake, room)
            for room, (_, _, summary, _) in self.rooms.items()
            if summary.wake is not None and summary.wake <= now
        ]
        return [room for _, room in sorted(woken)][:limit]

    def purge(self, before):
        old = [room for room, (_, at, _, _) in self.rooms.items() if at < before]
        for room in old:
            del self.rooms[room]
        return len(old)


def outcome(call, *arguments):
    """What a call gives, or how it refuses."""
    try:
        return call(*arguments)
    except RepeatedError as error:
        return RepeatedError, error.version
    except JemaaError as error:
        return type(error)


def machine(runner, make_store):
    """The machine that compares a store with the dictionary, call by call."""

    class Comparison(RuleBasedStateMachine):
        @initialize()
        def begin(self):
            self.model = Dictionary()
            self.store = make_store()
            runner.run(self.store.open())
            runner.run(self.store.purge(10**9))

        def teardown(self):
            if hasattr(self, "store"):
                runner.run(self.store.close())

        async def ask(self, name, *arguments):
            return await getattr(self.store, name)(*arguments)

        def compare(self, name, *arguments):
            expected = outcome(getattr(self.model, name), *arguments)
            found = outcome(lambda: runner.run(self.ask(name, *arguments)))
            assert found == expected

        @rule(room=ROOMS, at=TIMES, bodies=BODIES, summary=SUMMARIES)
        def create(self, room, at, bodies, summary):
            self.compare("create", room, at, bodies, summary)

        @rule(
            room=ROOMS,
            off=st.integers(-1, 1),
            at=TIMES,
            bodies=BODIES,
            summary=SUMMARIES,
            command=COMMANDS,
        )
        def append(self, room, off, at, bodies, summary, command):
            known = self.model.rooms.get(room)
            version = max(0, len(known[0]) + off) if known else 0
            self.compare("append", room, version, at, bodies, summary, command)

        @precondition(lambda self: self.model.rooms)
        @rule(data=st.data(), at=TIMES, bodies=BODIES, summary=SUMMARIES, command=COMMANDS)
        def append_rightly(self, data, at, bodies, summary, command):
            room = data.draw(st.sampled_from(sorted(self.model.rooms)))
            version = len(self.model.rooms[room][0])
            self.compare("append", room, version, at, bodies, summary, command)

        @rule(room=ROOMS, after=st.integers(0, 9))
        def load(self, room, after):
            self.compare("load", room, after)

        @rule(device=st.sampled_from(["", "ann's", "bo's", '["x"]']), limit=st.integers(1, 4))
        def of_device(self, device, limit):
            self.compare("of_device", device, limit)

        @rule(now=TIMES, limit=st.integers(1, 4))
        def waking(self, now, limit):
            self.compare("waking", now, limit)

        @rule(before=st.integers(0, 20))
        def purge(self, before):
            self.compare("purge", before)

        @rule()
        def reopen(self):
            runner.run(self.store.close())
            self.store = make_store()
            runner.run(self.store.open())

    return Comparison


def test_random_histories_are_kept_as_in_a_dictionary(make_store):
    with asyncio.Runner() as runner:
        run_state_machine_as_test(
            lambda: machine(runner, make_store)(),
            settings=settings(stateful_step_count=30),
        )
