import pytest

from jemaa.local.store import ShelfStore
from jemaa.server.store.postgres import PostgresStore
from jemaa.server.store.sqlite import SqliteStore
from tests.server.store.shelf import ShelfBrowser


@pytest.fixture(scope="session")
def shelf_browser():
    browser = ShelfBrowser()
    yield browser
    browser.close()


@pytest.fixture(params=["sqlite", "postgres"])
def make_store(request, tmp_path):
    """Gives a closed store; every time another object on the same data."""
    if request.param == "browser":
        browser = request.getfixturevalue("shelf_browser")
        name = browser.name()
        return lambda: ShelfStore(browser.shelf(name))
    if request.param == "sqlite":
        return lambda: SqliteStore(tmp_path / "data" / "rooms.sqlite3")
    server = request.getfixturevalue("postgres")
    return lambda: PostgresStore(server.url)


@pytest.fixture
def beside(request, make_store, tmp_path):
    """Gives a closed store on the same data, as somebody has it beside a server."""
    if isinstance(make_store(), ShelfStore):
        pytest.skip("tabs are equals: nobody brings the tables up to date for the others")
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
