"""The browser, a server and visitors: one browser and one server for each test process."""

from contextlib import ExitStack

import pytest

from tests.server.live import Live
from tests.web.browser import Visitor, build_page, open_browser

_open = ExitStack()
_browsers = []


@pytest.fixture(scope="session")
def page_is_built():
    build_page()


@pytest.fixture(scope="module")
def browser(page_is_built):
    """The browser of this process; whoever comes has a context of their own in it."""
    if not _browsers:
        _browsers.append(_open.enter_context(open_browser()))
    return _browsers[0]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item, nextitem):
    """Close the browser when a test of another folder is next.

    While it is open, no asynchronous test can run in the same process.
    """
    try:
        return (yield)
    finally:
        if nextitem is None or item.path.parent != nextitem.path.parent:
            _browsers.clear()
            _open.close()


@pytest.fixture(scope="session")
def live(page_is_built, tmp_path_factory):
    """A server with the page that was just built."""
    server = Live(tmp_path_factory.mktemp("data"))
    yield server
    server.stop()


@pytest.fixture
def visit(browser, live):
    """Return a function that lets somebody new come; who looks at pictures says `drawn`."""
    visitors = []

    def come(*, drawn=False, **options):
        visitors.append(Visitor(browser, live.url, drawn=drawn, **options))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.leave()
