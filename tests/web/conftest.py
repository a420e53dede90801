"""The browser, a server and visitors: one browser and one server for each test process."""

from contextlib import ExitStack

import pytest

from tests.server.live import Live
from tests.web.browser import Visitor, build_page, open_browser

_open = ExitStack()
_browsers = []
_windows = []
"""Those that visitors have left for others, in the browser that is open."""


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
            _windows.clear()
            _open.close()


@pytest.fixture(scope="session")
def live(page_is_built, tmp_path_factory):
    """A server with the page that was just built."""
    server = Live(tmp_path_factory.mktemp("data"))
    yield server
    server.stop()


@pytest.fixture
def visit(browser, live):
    """Return a function that lets somebody new come.

    Who looks at pictures says `drawn`, and who must have loaded nothing yet says `fresh`.
    """
    here = []

    def come(*, drawn=False, fresh=False, **options):
        is_usual = not drawn and not options.keys() - {"expected", "viewport"}
        if is_usual and not fresh and _windows:
            visitor = _windows.pop()
            visitor.take_over(**options)
        else:
            visitor = Visitor(browser, live.url, drawn=drawn, **options)
        here.append((visitor, is_usual))
        return visitor

    yield come
    for visitor, is_usual in here:
        if not is_usual:
            visitor.leave()
        elif visitor.make_room():
            _windows.append(visitor)
