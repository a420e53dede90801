"""Real PostgreSQL and Redis servers for the tests, each in a folder of its own on a free port."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from random import SystemRandom

import psycopg
import pytest

SECONDS = 60
"""How long a server may take to start or to stop, on a busy machine."""
ATTEMPTS = 5
PORTS = range(20_000, 32_000)
"""Below those that systems hand out: whoever stops finds their port free when they come back."""


def free_port():
    choice = SystemRandom().choice  # no seed: test processes must not try the same ones
    while True:
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port := choice(PORTS)))
            return port


def find(program, package, *folders):
    """Return the path of a program, or fail the test and name the package that has it."""
    path = shutil.which(program, path=os.pathsep.join([*folders, os.environ.get("PATH", "")]))
    if path is None:
        pytest.fail(f"{program} is missing: these tests need it (Debian: apt install {package})")
    return path


def nobody_special():
    """The user that a server runs as: PostgreSQL refuses to be root."""
    return {"user": "postgres", "group": "postgres", "extra_groups": []} if not os.geteuid() else {}


class Service:
    """A server process: started, frozen, stopped and started again at the same address."""

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="jemaa-service-")
        self.folder = Path(self._folder.name)
        self.port = free_port()
        self._process = None
        self._fixed = False

    def command(self):
        raise NotImplementedError

    def answers(self):
        """Whether it answers: this one, not a stranger at the same port."""
        raise NotImplementedError

    def start(self):
        """Start it and wait until it answers; on another port if somebody has taken this one."""
        for _ in range(ATTEMPTS):
            if self._started():
                return self
            self.stop()
            if self._fixed:
                break
            self.port = free_port()
        return pytest.fail((self.folder / "log").read_text("utf-8", "replace")[-2000:])

    def _started(self):
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                self.command(), stdout=log, stderr=log, cwd=self.folder, **nobody_special()
            )
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline and self._process.poll() is None:
            if self.answers():
                self._fixed = True  # from now on it is known by this address
                return True
            time.sleep(0.02)
        return False

    def stop(self, how=signal.SIGINT):
        """Stop it; the data stay."""
        if self._process:
            self._process.send_signal(how)
            try:
                self._process.wait(SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None

    @contextmanager
    def frozen(self):
        """Hold it as if its machine hung: lines stay open, nothing comes."""
        tree = self._tree()
        try:
            for pid in tree:
                os.kill(pid, signal.SIGSTOP)
            yield
        finally:
            for pid in reversed(tree):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)

    def _tree(self):
        """The process and its children."""
        listing = subprocess.run(
            ["ps", "-A", "-o", "pid=,ppid="], check=True, capture_output=True, text=True
        ).stdout
        pairs = [tuple(map(int, line.split())) for line in listing.splitlines()]
        return [self._process.pid] + [pid for pid, of in pairs if of == self._process.pid]

    def remove(self):
        self.stop()
        self._folder.cleanup()


class Postgres(Service):
    """A PostgreSQL server with an empty database."""

    def __init__(self):
        super().__init__()
        newest = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: int(p.parent.name))
        self._folders = [str(folder) for folder in reversed(newest)]
        if not os.geteuid():
            shutil.chown(self.folder, "postgres", "postgres")
        done = subprocess.run(
            [
                find("initdb", "postgresql", *self._folders),
                *("--pgdata", str(self.folder / "data"), "--username", "jemaa"),
                *("--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync"),
            ],
            cwd=self.folder,
            capture_output=True,
            text=True,
            **nobody_special(),
        )
        assert done.returncode == 0, done.stderr

    @property
    def url(self):
        return f"postgresql://jemaa@127.0.0.1:{self.port}/postgres"

    def command(self):
        return [
            find("postgres", "postgresql", *self._folders),
            *("-D", str(self.folder / "data"), "-p", str(self.port)),
            *("-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="),
        ]

    def answers(self):
        try:
            with psycopg.connect(self.url, connect_timeout=5) as connection:
                (folder,) = connection.execute("SHOW data_directory").fetchone()
                return folder == str(self.folder / "data")
        except psycopg.OperationalError:
            return False

    def empty(self):
        """Forget everything that was stored."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE application_name LIKE 'jemaa%' AND pid <> pg_backend_pid()"
            )
            connection.execute("DROP SCHEMA IF EXISTS jemaa CASCADE")


class Redis(Service):
    """A Redis server that keeps nothing."""

    def __init__(self):
        super().__init__()
        if not os.geteuid():
            shutil.chown(self.folder, "postgres", "postgres")

    @property
    def url(self):
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self):
        return [
            find("redis-server", "redis-server"),
            *("--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"),
        ]

    def answers(self):
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as line:
                line.sendall(b"CONFIG GET dir\r\n")
                return str(self.folder).encode() in line.recv(1000)
        except OSError:
            return False
