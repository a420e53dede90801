"""Without a server: the page as files, with rooms, rules and bots in the browser itself."""

import gzip
import json
import os
import re
import zipfile
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread

import pytest
from PIL import Image
from playwright.sync_api import expect

import jemaa
from jemaa.local.site import write_site
from tests.web.browser import PHONE, Visitor, eventually
from tests.web.players import Fakir, Trader, is_over, play
from tests.web.test_review import LONG

pytestmark = [pytest.mark.once, pytest.mark.slow]
HERE = re.compile(r"/r/here-\w+$")
STATIC = Path(jemaa.__file__).with_name("server") / "static"
KILLS = int(os.environ.get("KILLS", "3"))
"""More of them prove more and take longer: each starts Python in the browser anew."""


PATIENCE = 120
"""Seconds: Python takes several to start in an idle machine's browser, and many in a busy one's."""


class _Files(SimpleHTTPRequestHandler):
    """A static host: it knows files, and nothing else."""

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def site(page_is_built, tmp_path_factory):
    """The page in a folder of a static host; gives its address."""
    root = tmp_path_factory.mktemp("host")
    write_site(root / "games" / "jemaa")
    serve = lambda *given: _Files(*given, directory=root)  # noqa: E731
    server = ThreadingHTTPServer(("127.0.0.1", 0), serve)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/games/jemaa"
    server.shutdown()
    server.server_close()


@pytest.fixture
def come(browser, site):
    visitors = []

    def come(**options):
        given = {"expected": ("ERR_INTERNET_DISCONNECTED",), "patience": PATIENCE, "drawn": False}
        options = given | options
        visitors.append(Visitor(browser, site, **options))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.leave()


def is_stored(page):
    """Whether everything the page needs is kept by the browser."""
    return page.evaluate(
        """async () => {
          const names = await caches.keys();
          const runtime = names.find((name) => name.startsWith("jemaa-runtime-"));
          const kept = runtime ? await (await caches.open(runtime)).keys() : [];
          const isThere = kept.some(({url}) => url.endsWith(".wasm"));
          return isThere && !!navigator.serviceWorker.controller;
        }"""
    )


def second_visit(visitor):
    """Come back once, so that the browser has kept everything, then cut the network."""
    page = visitor.page
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    assert eventually(page, lambda: is_stored(page))
    visitor.context.set_offline(True)


def test_whole_game_of_marrakech_a_hint_and_a_review_with_the_network_cut(come):
    anna = come()
    anna.start("Marrakech", "Against bots", 2, "Anna", level="Tourist")
    page = anna.page
    assert HERE.search(page.url)
    page.get_by_role("button", name="Roll the slippers").wait_for()
    second_visit(anna)
    page.reload()
    anna.press("Hint", exact=True)
    # Another Python must start for it, and then think.
    expect(page.get_by_text(re.compile("^Best is"))).to_be_visible(timeout=2000 * PATIENCE)
    trader = Trader()
    for _ in range(6):
        assert eventually(page, lambda: trader(page))
    before = count(page)
    page.reload()  # in the middle of the game
    page.get_by_role("region", name="This turn").wait_for()
    assert count(page) >= before
    play(trader, anna)
    with page.expect_download() as download:
        anna.press("Save the record")
    match = jemaa.open_record(Path(download.value.path()))
    assert match.state.is_over
    page.goto(anna.url + "/")
    page.get_by_role("heading", name="Games you finished").wait_for()
    anna.press("Plays offline")
    with page.expect_download() as download:
        anna.press("Save all games")
    (saved,) = jemaa.read_records(Path(download.value.path()))
    assert saved.events == match.record.events
    review_a_record(anna)


def review_a_record(anna):
    page = anna.page
    # A short game: of one of usual length, Python in the browser would take very long.
    setup = jemaa.game("facir").setup(players=2, turn_cap=2)
    short = jemaa.play("facir", ["greedy", "greedy"], seed=3, setup=setup)
    page.goto("about:blank")
    anna.go("/#/record")
    page.locator("input[type=file]").set_input_files(
        {"name": "game.jemaa", "mimeType": "text/plain", "buffer": str(short.record).encode()}
    )
    page.get_by_role("link", name="Review the game").click()
    expect(page.get_by_role("heading", name="Win chance")).to_be_visible(timeout=LONG)
    expect(page.locator("progress")).to_have_count(0, timeout=LONG)
    expect(page.get_by_text("Accuracy").first).to_be_visible()
    page.reload()  # it is kept
    expect(page.get_by_role("heading", name="Win chance")).to_be_visible()


KEPT = """async () => {
  const name = (await caches.keys()).find((name) => name.startsWith("jemaa-runtime-"));
  const kept = await (await caches.open(name)).keys();
  return kept.map(({url}) => url.split("/").at(-1));
}"""


def test_first_visit_keeps_what_it_loads_and_a_whole_game_of_facir_follows_offline(come):
    """On a phone, with the network cut after the second visit."""
    (listing,) = (STATIC / "runtime").rglob("files.json")
    files = {"files.json", *json.loads(listing.read_text("utf-8"))["files"]}
    anna = come(viewport=PHONE, has_touch=True, is_mobile=True)
    anna.start("Façir", "One device", 2)
    anna.page.get_by_role("button", name=re.compile("open the curtain$")).wait_for()
    assert eventually(anna.page, lambda: files <= set(anna.page.evaluate(KEPT)))
    second_visit(anna)
    anna.page.reload()
    play(Fakir(build=("Player 1",)), anna)
    assert is_over(anna.page)
    # The replay and the statistics come from the browser's own rooms too.
    anna.page.get_by_role("link", name="Watch it again").click()
    anna.page.get_by_role("button", name="One move on").wait_for()


def test_killed_page_loses_no_move(come):
    anna, trader = come(), Trader()
    address, seen = "", 0
    for _ in range(KILLS):
        if not address or is_over(anna.page):
            anna.start("Marrakech", "One device", 2)
            address, seen = anna.page.url, 0
        page = anna.page
        for _ in range(3 if seen else 4):  # one was made below
            assert eventually(page, lambda page=page: trader(page) or is_over(page))
        assert count(page) > seen
        seen = count(page)
        anna.kill()
        anna.page.goto(address)
        turn = anna.page.get_by_role("region", name="This turn")
        assert eventually(anna.page, lambda turn=turn: turn.is_visible() or is_over(anna.page))
        assert count(anna.page) >= seen
        assert eventually(anna.page, lambda: trader(anna.page) or is_over(anna.page))


def count(page):
    """Return how many events of the room before its eyes the browser has kept."""
    return page.evaluate(
        """async () => {
          const open = indexedDB.open("jemaa-rooms");
          await new Promise((done) => (open.onsuccess = done));
          const rows = open.result.transaction("rooms").objectStore("rooms").getAll();
          await new Promise((done) => (rows.onsuccess = done));
          const room = location.hash.split("/").at(-1);
          return rows.result.find((row) => row.room === room).version;
        }"""
    )


def test_what_is_loaded_for_it_is_small(page_is_built, tmp_path):
    """Python, its library, our package and what it needs, as hosts send them."""
    write_site(tmp_path)
    files = [path for path in (tmp_path / "runtime").rglob("*") if path.suffix != ".gz"]
    sizes = {path.name: len(gzip.compress(path.read_bytes())) for path in files if path.is_file()}
    assert {"pyodide.asm.wasm", "python_stdlib.zip", "packages.bin"} < set(sizes)
    assert sum(sizes.values()) < 7_000_000, sizes


def test_puzzles_need_no_network(come):
    visitor = come()
    page = visitor.go("/#/puzzles/marrakech/1")
    visitor.press("Give up")
    visitor.press("Show the answer")
    expect(page.get_by_role("heading", name="The answer was")).to_be_visible()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_function("() => navigator.serviceWorker.controller")
    visitor.context.set_offline(True)
    page.goto("about:blank")
    visitor.go("/#/puzzles/facir/1")
    visitor.press("Give up")
    visitor.press("Show the answer")
    expect(page.get_by_role("heading", name="The answer was")).to_be_visible()
    page.get_by_role("link", name="Next:").click()
    expect(page.get_by_role("button", name="Give up")).to_be_visible()


def test_page_can_be_installed_and_says_that_friends_need_a_server(come, site):
    visitor = come()
    page = visitor.go("/")
    browser = visitor.context.new_cdp_session(page)
    found = browser.send("Page.getAppManifest")
    assert found["url"] == f"{site}/manifest.webmanifest"
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    assert {"name", "start_url", "display"} <= manifest.keys()
    for picture in manifest["icons"] + manifest["screenshots"]:
        answer = visitor.context.request.get(f"{site}/{picture['src']}")
        assert answer.ok, picture
        size = picture["sizes"]
        if size != "any":
            width, height = Image.open(BytesIO(answer.body())).size
            assert size == f"{width}x{height}"
    page.get_by_role("radio", name="Friends by link").check(force=True)
    assert page.get_by_text("needs a server").first.is_visible()


def test_server_offers_to_play_without_it(live, visit):
    anna = visit()
    page = anna.go("/")
    page.get_by_role("radio", name="Against bots").check(force=True)
    page.get_by_text("Variants").click()
    page.get_by_role("switch", name="Play without a server").check(force=True)
    anna.press("Start")
    page.wait_for_url(HERE)
    page.get_by_role("button", name="Roll the slippers").wait_for()
    assert not anna.frames  # nothing went over a socket


def test_library_of_python_is_compiled_where_a_start_needs_it(page_is_built):
    """A browser would compile it at every start, which is most of the time until a table comes."""
    (library,) = (STATIC / "runtime").rglob("python_stdlib.zip")
    names = set(zipfile.ZipFile(library).namelist())
    assert {"asyncio/events.pyc", "dataclasses.pyc", "_pyodide/_base.pyc"} <= names
    assert "asyncio/events.py" not in names
    assert "subprocess.py" in names or "subprocess.pyc" in names  # may be imported later
    assert "unittest/mock.py" not in names  # by nothing of ours
    assert "multiprocessing/pool.py" not in names  # a browser has no other processes


def test_packages_are_compiled_where_a_start_needs_them(page_is_built):
    (packed,) = (STATIC / "runtime").rglob("packages.bin")
    names = set(zipfile.ZipFile(BytesIO(gzip.decompress(packed.read_bytes()))).namelist())
    assert {"jemaa/server/room/__init__.pyc", "msgspec/json.pyc"} <= names
    assert "jemaa/players/marrakech/learned.bin" in names
    assert not {"jemaa/server/room/__init__.py", "jemaa/server/store/sqlite.py"} & names
