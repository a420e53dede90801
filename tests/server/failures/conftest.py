"""Servers to be mistreated."""

import pytest

from tests.server.live import Live


@pytest.fixture(scope="session")
def live(tmp_path_factory):
    """A server that nothing may harm: in the end it has complained of nothing."""
    server = Live(tmp_path_factory.mktemp("data"))
    yield server
    assert server.stop() == 0
    assert not [line for line in server.lines if "error" in line]


@pytest.fixture
def start(tmp_path):
    """Start a server with settings of its own; started again, it finds its data."""
    servers = []

    def start(**settings):
        servers.append(Live(tmp_path / "data", **settings))
        return servers[-1]

    yield start
    for server in servers:
        if server.process.poll() is None:
            assert server.stop() == 0
