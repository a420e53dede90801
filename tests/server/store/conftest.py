import pytest

from jemaa.server.store.postgres import PostgresStore
from jemaa.server.store.sqlite import SqliteStore


@pytest.fixture(params=["sqlite", "postgres"])
def make_store(request, tmp_path):
    """Gives a closed store; every time another object on the same data."""
    if request.param == "sqlite":
        return lambda: SqliteStore(tmp_path / "data" / "rooms.sqlite3")
    server = request.getfixturevalue("postgres")
    return lambda: PostgresStore(server.url)


@pytest.fixture
def beside(request, make_store, tmp_path):
    """Gives a closed store on the same data, as somebody has it beside a server."""
    if isinstance(make_store(), SqliteStore):
        return lambda: SqliteStore(tmp_path / "data" / "rooms.sqlite3", beside=True)
    server = request.getfixturevalue("postgres")
    return lambda: PostgresStore(server.url, beside=True)


@pytest.fixture
async def store(make_store):
    store = make_store()
    await store.open()
    yield store
    await store.close()
