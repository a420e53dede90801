"""The page as plain files, for a host that serves files and nothing else."""

from __future__ import annotations

import shutil
from importlib.resources import as_file, files
from pathlib import Path

from jemaa.core.errors import JemaaError

MARK = '<meta name="jemaa-form" content="site" />'
"""Tells the page that there is no server to speak to."""
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';"
    " img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; manifest-src 'self';"
    " worker-src 'self'; base-uri 'none'; form-action 'none'"
)
"""Nothing is fetched from anywhere but the site itself."""
PACKED = (".gz", ".br")
"""What a server sends compressed; static hosts do that themselves."""


class SiteError(JemaaError, ValueError):
    """The site cannot be written there."""


def write_site(folder: Path) -> int:
    """Write the page into a folder, over an older one; return how many files it has.

    Raises:
        SiteError: the page was not built, or something else lies in the folder.
    """
    _check(folder)
    with as_file(files("jemaa.server") / "static") as static:
        if not (static / "index.html").is_file():
            raise SiteError("the page has not been built: run scripts/page in the sources first")
        paths = [path for path in static.rglob("*") if path.is_file() and path.suffix not in PACKED]
        shutil.rmtree(folder / "assets", ignore_errors=True)
        shutil.rmtree(folder / "runtime", ignore_errors=True)
        for path in paths:
            target = folder / path.relative_to(static)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    index = folder / "index.html"
    text = _for_a_folder(index.read_text("utf-8"))
    index.write_text(text, "utf-8")
    # Some hosts hide folders that a generator of theirs does not know.
    (folder / ".nojekyll").touch()
    return len(paths)


def _check(folder: Path) -> None:
    if not folder.exists():
        return
    if not folder.is_dir():
        raise SiteError(f"{folder} is a file; give a folder")
    index = folder / "index.html"
    is_ours = index.is_file() and MARK in index.read_text("utf-8", errors="replace")
    if not is_ours and any(folder.iterdir()):
        raise SiteError(f"{folder} holds something else; give an empty folder, or one of a site")


def _for_a_folder(page: str) -> str:
    """Return the first page as it is in any folder of any host."""
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />'
    page = page.replace('="/', '="./')
    return page.replace("<head>", f"<head>\n    {policy}\n    {MARK}", 1)
