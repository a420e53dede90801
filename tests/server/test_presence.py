"""Who is at a table, and for how long the others have been away."""

import time

import pytest

from jemaa.server.sockets.connection import Guest
from jemaa.server.sockets.presence import Elsewhere, Table

pytestmark = pytest.mark.once


def guest(number):
    return Guest(number, None)


def pause():
    """Let at least 20 milliseconds go by."""
    begun = time.monotonic()
    while time.monotonic() < begun + 0.02:
        time.sleep(0.005)


def test_who_never_was_here_is_away_since_the_table_is_known():
    table = Table("room1", 1, 2)
    table.enter(guest(0), (0,))
    pause()
    assert list(table.away()) == [1]
    assert table.away()[1] >= 20


def test_who_goes_is_away_from_then_on():
    table = Table("room1", 1, 2)
    one = guest(0)
    table.enter(one, (0, 1))
    pause()
    assert table.away() == {}
    begun = time.monotonic()
    table.leave(one)
    away = table.away()
    assert max(away.values()) <= 1000 * (time.monotonic() - begun)


def test_who_shows_fewer_keys_is_away_from_then_on():
    table = Table("room1", 1, 2)
    one = guest(0)
    table.enter(one, (0, 1))
    pause()
    begun = time.monotonic()
    table.enter(one, (0,))
    away = table.away()
    assert list(away) == [1]
    assert away[1] <= 1000 * (time.monotonic() - begun)


def test_who_is_in_another_process_is_not_away():
    table = Table("room1", 1, 2)
    pause()
    table.hear(Elsewhere("other", (0, 1), 0))
    assert table.away() == {}
    pause()
    begun = time.monotonic()
    table.hear(Elsewhere("other", (1,), 0))
    away = table.away()
    assert list(away) == [0]
    assert away[0] <= 1000 * (time.monotonic() - begun)


def test_strange_seats_of_other_processes_do_no_harm():
    table = Table("room1", 1, 2)
    table.hear(Elsewhere("other", (7,), 0))
    assert list(table.away()) == [0, 1]
