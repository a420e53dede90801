"""Rooms to try the stores with."""

from jemaa.server.store import Row, Summary

SUMMARY = Summary(
    "marrakech",
    "playing",
    0,
    ("Ann", "Bo"),
    ("ann's", ""),
    None,
    ("", "amin"),
    (3, 48),
    "7/7/2rEr3/7/7/7/7 d4S",
    (2, 1),
    (40, 44),
)


def rows(bodies, first=1, at=1000):
    return [Row(number, at, body) for number, body in enumerate(bodies, first)]
