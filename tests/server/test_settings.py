"""Settings from flags and environment, and whose page is whose."""

import re
from pathlib import Path

import msgspec
import pytest
from psycopg.conninfo import conninfo_to_dict

from jemaa.core.errors import SetupError
from jemaa.server.http.headers import behind_proxy, client, is_own_page, security_headers
from jemaa.server.settings import Settings, read_settings, unknown_variables

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
        ({"port": 70000}, {}, "--port"),
        ({}, {"JEMAA_PORT": "many"}, "JEMAA_PORT"),
        ({}, {"JEMAA_LOG": "loud"}, "JEMAA_LOG"),
        ({"workers": "x"}, {}, "--workers"),
    ],
)
def test_a_wrong_value_is_named(flags, environ, field):
    with pytest.raises(SetupError) as refused:
        read_settings(flags, environ)
    assert refused.value.field == field


@pytest.mark.parametrize("text", ["true", "Yes", "on", "1"])
def test_what_people_write_for_yes_is_understood(text):
    assert read_settings({}, {"JEMAA_PROXIED": text}).proxied is True


@pytest.mark.parametrize("text", ["FALSE", "no", "off", "0", ""])
def test_what_people_write_for_no_is_understood(text):
    assert read_settings({}, {"JEMAA_PROXIED": text}).proxied is False


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("PROXIED", "behind", "'behind' is not possible: write true or false"),
        ("KEEP_DAYS", "-1", "'-1' is not possible: it must be a whole number from 0 to 36500"),
        ("KEEP_DAYS", "9" * 5000, f"'{'9' * 80}…' is not possible: it must be a whole number from"),
        ("CACHED_ROOMS", "0", "'0' is not possible: it must be a whole number from 1 to 1000000"),
        ("PING_SECONDS", "nan", "'nan' is not possible: it must be a number from 0.1 to 3600"),
        ("BOT_SECONDS", "inf", "'inf' is not possible: it must be a number from 0.01 to 60"),
        ("WORKERS", "-2", "'-2' is not possible: it must be a whole number from 0 to 256"),
        ("LOG", "loud", "'loud' is not possible: choose text or json"),
        ("ADDRESS", "games.example", "must be as https://games.example, without a path"),
        ("ORIGINS", "https://a.example/b", "must be as https://games.example, without a path"),
    ],
)
def test_a_wrong_value_is_told_with_what_is_possible(name, text, message):
    with pytest.raises(SetupError) as refused:
        read_settings({}, {f"JEMAA_{name}": text})
    assert str(refused.value).startswith(f"JEMAA_{name}: ") and message in str(refused.value)


def test_every_number_has_a_range_that_its_default_is_in():
    for field in msgspec.structs.fields(Settings):
        if isinstance(field.default, (int, float)) and not isinstance(field.default, bool):
            for beyond in ("-1e9", "1e18"):
                with pytest.raises(SetupError, match="it must be a"):
                    read_settings({}, {f"JEMAA_{field.name.upper()}": beyond})
            read_settings({}, {f"JEMAA_{field.name.upper()}": str(field.default)})


def test_every_setting_is_told_in_the_documents():
    page = (Path(__file__).parents[2] / "docs/hosting.md").read_text("utf-8")
    rows = re.findall(r"^\| `JEMAA_(\w+)` \|", page, re.MULTILINE)
    assert sorted(rows) == sorted(name.upper() for name in Settings.__struct_fields__)


def test_an_unknown_variable_is_named_with_a_suggestion():
    environ = {"JEMAA_KEEP_DAY": "0", "JEMAA_PORT": "1", "JEMAA_FORM": "x", "PATH": ""}
    assert unknown_variables(environ | {"JEMAA_XYZ": "x"}) == [
        "there is no setting JEMAA_KEEP_DAY; did you mean JEMAA_KEEP_DAYS?",
        "there is no setting JEMAA_XYZ; it changes nothing",
    ]


def test_a_password_comes_from_a_file_and_not_from_the_address(tmp_path):
    file = tmp_path / "password"
    file.write_text("p@ss w/rd&\n")
    environ = {
        "JEMAA_DATABASE": "postgresql://jemaa@db/jemaa",
        "JEMAA_DATABASE_PASSWORD_FILE": str(file),
    }
    address = read_settings({}, environ).database_address()
    assert conninfo_to_dict(address) == {
        "host": "db",
        "dbname": "jemaa",
        "user": "jemaa",
        "password": "p@ss w/rd&",
    }
    assert read_settings({}, {}).database_address() == ""
    for content in (b"", b"\xff", b"x" * 5000):
        file.write_bytes(content)
        with pytest.raises(SetupError, match="JEMAA_DATABASE_PASSWORD_FILE"):
            read_settings({}, environ).database_address()
    file.unlink()
    with pytest.raises(SetupError, match="No such file"):
        read_settings({}, environ).database_address()


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


@pytest.mark.parametrize(
    "entry", ["unknown", "", "_hidden", "192.0.2.999", "192.0.2.1:x", "[::1", "a" * 10_000, "é"]
)
def test_a_proxy_that_names_no_address_is_counted_itself(entry):
    asked = scope()
    asked["headers"].append((b"x-forwarded-for", entry.encode("latin-1")))
    assert client(behind_proxy(asked)) == "192.0.2.9"


def test_only_the_last_word_of_a_proxy_counts():
    asked = scope(x_forwarded_for="198.51.100.1, 192.0.2.77", x_forwarded_proto="http, https")
    believed = behind_proxy(asked)
    assert client(believed) == "192.0.2.77" and believed["scheme"] == "https"
    assert client(asked) == "192.0.2.9" and client(behind_proxy(scope())) == "192.0.2.9"
