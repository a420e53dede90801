"""The page's files: caching, encodings, and what is said when there are none."""

import gzip

import pytest

from jemaa.server.http.bodies import Pages

pytestmark = [pytest.mark.once, pytest.mark.anyio]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "index.html").write_text("<!doctype html>" + "page " * 100)
    (tmp_path / "index.html.gz").write_bytes(gzip.compress(b"<!doctype html>" + b"page " * 100))
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets/app-1a2b.js").write_text("export {}")
    (tmp_path / "app.webmanifest").write_text("{}")
    return tmp_path


async def get(pages, path, **headers):
    sent = []

    async def send(message):
        sent.append(message)

    pairs = [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
    await pages.serve({"path": path, "headers": pairs}, send)
    start, body = sent
    found = {name.decode(): value.decode() for name, value in start["headers"]}
    return start["status"], found, body["body"]


@pytest.mark.parametrize(
    "path", ["/", "/r/abc", "/rules/facir", "/replay/abc/12", "/puzzles/facir/1"]
)
async def test_the_page_shows_its_own_addresses(folder, path):
    status, headers, body = await get(Pages(folder), path)
    assert status == 200 and body.startswith(b"<!doctype html>")
    assert headers["cache-control"] == "no-cache"
    assert headers["content-type"] == "text/html; charset=utf-8"


async def test_hashed_files_are_kept_for_ever_and_others_are_asked_for_again(folder):
    _, headers, _ = await get(Pages(folder), "/assets/app-1a2b.js")
    assert "immutable" in headers["cache-control"]
    assert headers["content-type"] == "text/javascript; charset=utf-8"
    _, headers, _ = await get(Pages(folder), "/app.webmanifest")
    assert headers["cache-control"] == "no-cache"
    assert headers["content-type"].startswith("application/manifest+json")


async def test_a_file_the_browser_has_is_not_sent_again(folder):
    pages = Pages(folder)
    _, headers, _ = await get(pages, "/")
    status, _, body = await get(pages, "/", if_none_match=headers["etag"])
    assert (status, body) == (304, b"")


async def test_the_smallest_encoding_that_is_understood_is_sent(folder):
    _, headers, body = await get(Pages(folder), "/", accept_encoding="gzip, br")
    assert headers["content-encoding"] == "gzip" and gzip.decompress(body).startswith(b"<!doctype")
    _, headers, _ = await get(Pages(folder), "/", accept_encoding="identity")
    assert "content-encoding" not in headers


@pytest.mark.parametrize("path", ["/../secret", "/assets/../../secret", "//etc/passwd", "/assets"])
async def test_no_path_leads_out_of_the_bundle(folder, path):
    (folder.parent / "secret").write_text("secret")
    status, _, body = await get(Pages(folder), path)
    assert status == 404 and b"secret" not in body


async def test_a_mistyped_address_gets_the_page_and_a_missing_file_a_problem(folder):
    status, _, body = await get(Pages(folder), "/typo", accept="text/html,*/*")
    assert status == 404 and body.startswith(b"<!doctype html>")
    status, headers, _ = await get(Pages(folder), "/assets/old.js", accept="*/*")
    assert status == 404 and headers["content-type"] == "application/json"


async def test_a_missing_bundle_says_what_to_do_until_it_is_there(tmp_path):
    pages = Pages(tmp_path / "static")
    status, _, body = await get(pages, "/")
    assert status == 503 and b"has not been built" in body
    (tmp_path / "static").mkdir()
    (tmp_path / "static/index.html").write_text("<!doctype html>")
    assert (await get(pages, "/"))[0] == 200
