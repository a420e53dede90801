"""The browser, a server and visitors."""

import pytest

from tests.server.live import Live
from tests.web.browser import Visitor, build_page, open_browser


@pytest.fixture(scope="module")
def browser():
    """One browser for a file of tests.

    Not longer: while it is open, no asynchronous test can run in the same process.
    """
    build_page()
    with open_browser() as found:
        yield found


@pytest.fixture(scope="module")
def live(browser, tmp_path_factory):
    """A server with the page that was just built."""
    server = Live(tmp_path_factory.mktemp("data"))
    yield server
    server.stop()


@pytest.fixture
def visit(browser, live):
    """Give a function that lets somebody new come."""
    visitors = []

    def come(**options):
        visitors.append(Visitor(browser, live.url, **options))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.leave()
