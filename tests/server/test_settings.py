"""Settings from flags and environment, and whose page is whose."""

import pytest

from jemaa.core.errors import SetupError
from jemaa.server.http.headers import behind_proxy, client, is_own_page, security_headers
from jemaa.server.settings import Settings, read_settings

pytestmark = pytest.mark.once


def test_flags_win_over_the_environment_and_that_over_the_defaults():
    found = read_settings({"port": 9000, "host": None}, {"JEMAA_PORT": "1", "JEMAA_HOST": "::1"})
    assert (found.port, found.host, found.log) == (9000, "::1", "text")
    assert read_settings({}, {}) == Settings()


def test_every_kind_of_value_can_be_read_from_text():
    environ = {
        "JEMAA_ORIGINS": "https://a.example, https://b.example/",
        "JEMAA_PROXIED": "true",
        "JEMAA_PING_SECONDS": "2.5",
    }
    found = read_settings({}, environ)
    assert found.origins == ("https://a.example", "https://b.example")
    assert found.proxied is True and found.ping_seconds == 2.5


@pytest.mark.parametrize(
    ("flags", "environ", "field"),
    [
        ({"port": 70000}, {}, "port"),
        ({}, {"JEMAA_PORT": "many"}, "JEMAA_PORT"),
        ({}, {"JEMAA_LOG": "loud"}, "JEMAA_LOG"),
        ({"workers": "x"}, {}, "--workers"),
    ],
)
def test_a_wrong_value_is_named(flags, environ, field):
    with pytest.raises(SetupError) as refused:
        read_settings(flags, environ)
    assert refused.value.field == field


def scope(origin=None, host="games.example", **more):
    headers = [(b"host", host.encode())] if host is not None else []
    if origin is not None:
        headers.append((b"origin", origin.encode("latin-1")))
    headers += [(name.replace("_", "-").encode(), text.encode()) for name, text in more.items()]
    return {"type": "http", "scheme": "http", "client": ("192.0.2.9", 5), "headers": headers}


@pytest.mark.parametrize(
    ("origin", "host", "expected"),
    [
        ("https://games.example", "games.example", True),
        ("https://games.example", "games.example:443", True),
        ("http://games.example:8000", "games.example:8000", True),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("HTTPS://GAMES.example", "games.EXAMPLE", True),
        ("https://known.example", "games.example", True),
        ("http://games.example:8001", "games.example:8000", False),
        ("https://games.example.evil.example", "games.example", False),
        ("https://evil.example/games.example", "games.example", False),
        ("https://user@games.example", "games.example", False),
        ("ftp://games.example", "games.example", False),
        ("null", "games.example", False),
        ("", "", False),
        ("https://", "", False),
        ("https://\xe9", "\xe9", False),
        ("http://[", "[", False),
        (None, "games.example", False),
        ("https://games.example", None, False),
    ],
)
def test_only_a_page_from_the_asked_host_or_a_known_one_is_ours(origin, host, expected):
    assert is_own_page(scope(origin, host), {"https://known.example"}) is expected


def test_a_strange_host_does_not_get_into_the_policy():
    policy = dict(security_headers(scope(host="a.example; script-src *")))[
        b"content-security-policy"
    ]
    assert b"a.example" not in policy and b"*" not in policy


def test_only_the_last_word_of_a_proxy_counts():
    asked = scope(x_forwarded_for="198.51.100.1, 192.0.2.77", x_forwarded_proto="http, https")
    believed = behind_proxy(asked)
    assert client(believed) == "192.0.2.77" and believed["scheme"] == "https"
    assert client(asked) == "192.0.2.9" and client(behind_proxy(scope())) == "192.0.2.9"
