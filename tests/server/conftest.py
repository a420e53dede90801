"""Real servers for the tests of our own, started once for each test process.

Asynchronous tests are marked with `pytest.mark.anyio`; fixtures may be asynchronous, too.
"""

import sys

import pytest

from tests.server.services import Postgres, Redis


@pytest.fixture(scope="session")
def anyio_backend():
    """The loop that the server runs on."""
    return "asyncio", {"use_uvloop": sys.platform != "win32"}


@pytest.fixture(scope="session")
def postgres_server():
    server = Postgres()
    yield server.start()
    server.remove()


@pytest.fixture
def postgres(postgres_server):
    """A running PostgreSQL in which nothing is stored; the test may stop it."""
    if not postgres_server.answers():
        postgres_server.stop()
        postgres_server.start()
    postgres_server.empty()
    return postgres_server


@pytest.fixture(scope="session")
def redis_server():
    server = Redis()
    yield server.start()
    server.remove()


@pytest.fixture
def redis(redis_server):
    """A running Redis; the test may stop it."""
    if not redis_server.answers():
        redis_server.stop()
        redis_server.start()
    return redis_server
