"""Who is in a group of connections, and for how long the others have been away."""

import time

import pytest

from jemaa.server.sockets import Connection, Elsewhere, Group

pytestmark = pytest.mark.once


def connection(number):
    return Connection(number, None)


def pause():
    """Let at least 20 milliseconds go by."""
    begun = time.monotonic()
    while time.monotonic() < begun + 0.02:
        time.sleep(0.005)


def test_who_never_was_here_is_away_since_the_table_is_known():
    group = Group("room1", 1, 2)
    group.enter(connection(0), (0,))
    pause()
    assert list(group.away()) == [1]
    assert group.away()[1] >= 20


def test_who_goes_is_away_from_then_on():
    group = Group("room1", 1, 2)
    one = connection(0)
    group.enter(one, (0, 1))
    pause()
    assert group.away() == {}
    begun = time.monotonic()
    group.leave(one)
    away = group.away()
    assert max(away.values()) <= 1000 * (time.monotonic() - begun)


def test_who_shows_fewer_keys_is_away_from_then_on():
    group = Group("room1", 1, 2)
    one = connection(0)
    group.enter(one, (0, 1))
    pause()
    begun = time.monotonic()
    group.enter(one, (0,))
    away = group.away()
    assert list(away) == [1]
    assert away[1] <= 1000 * (time.monotonic() - begun)


def test_who_is_in_another_process_is_not_away():
    group = Group("room1", 1, 2)
    pause()
    group.hear(Elsewhere("other", (0, 1), 0))
    assert group.away() == {}
    pause()
    begun = time.monotonic()
    group.hear(Elsewhere("other", (1,), 0))
    away = group.away()
    assert list(away) == [0]
    assert away[0] <= 1000 * (time.monotonic() - begun)


def test_strange_seats_of_other_processes_do_no_harm():
    group = Group("room1", 1, 2)
    group.hear(Elsewhere("other", (7,), 0))
    assert list(group.away()) == [0, 1]
