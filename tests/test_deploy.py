"""The files of deploy/: what they promise a host who copies them."""

import json
import os
import re
import shutil
import subprocess
import time
from pathlib import Path

import httpx
import pytest
import yaml

from jemaa.server.settings import read_settings, unknown_variables
from tests.server.live import Live
from tests.server.services import free_port

pytestmark = pytest.mark.once

DEPLOY = Path(__file__).parents[1] / "deploy"
PINNED = re.compile(r"[a-z]+:\d+\.\d+(\.\d+)?-[a-z-]+")


CONTAINERS = [
    pytest.param(service, id=f"{file.stem}-{name}")
    for file in sorted(DEPLOY.glob("compose*.yaml"))
    for name, service in yaml.safe_load(file.read_text("utf-8"))["services"].items()
]


@pytest.mark.parametrize("service", CONTAINERS)
def test_every_container_is_bounded_and_may_do_little(service):
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert re.fullmatch(r"\d+[mg]", service["mem_limit"]) and service["pids_limit"] <= 256
    assert service["restart"] == "unless-stopped"
    assert "build" in service or PINNED.fullmatch(service["image"])


@pytest.mark.parametrize("service", CONTAINERS)
def test_no_secret_stands_in_an_address_or_in_the_environment(service):
    for name, value in service.get("environment", {}).items():
        assert not re.search(r"://[^/@]*:[^/@]*@", str(value))
        assert "PASSWORD" not in name or (name.endswith("_FILE") and "/run/secrets/" in value)


@pytest.mark.parametrize("service", CONTAINERS)
def test_every_setting_of_a_server_is_one(service, tmp_path):
    if "build" not in service:
        return
    given = {"JEMAA_DOMAIN": "play.example.org"}
    environ = {
        name: re.sub(
            r"\$\{(\w+)(?::-([^}]*)|[^}]*)\}", lambda m: given.get(m[1], m[2] or ""), str(value)
        )
        for name, value in service["environment"].items()
    }
    assert read_settings({}, environ).proxied and not unknown_variables(environ)


def test_images_are_built_from_what_is_pinned():
    images = re.findall(r"^FROM (\S+)", (DEPLOY / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    assert images and all(map(PINNED.fullmatch, images))


def test_the_unit_is_understood_and_may_do_little(tmp_path):
    if not (systemd := shutil.which("systemd-analyze")):
        pytest.skip("needs systemd-analyze")
    unit = tmp_path / "jemaa.service"
    text = (DEPLOY / "jemaa.service").read_text("utf-8")
    unit.write_text(text.replace("/opt/jemaa/bin/jemaa", shutil.which("true")))
    done = subprocess.run([systemd, "verify", unit], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    done = subprocess.run(
        [systemd, "security", "--offline=true", "--threshold=25", unit],
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


@pytest.fixture
def proxy(tmp_path):
    """Caddy with our file before two servers; gives its address and the servers."""
    if not (caddy := shutil.which("caddy")):
        pytest.skip("needs caddy")
    pair = [Live(tmp_path / str(number), proxied=True) for number in (1, 2)]
    address = f"http://127.0.0.1:{free_port()}"
    environ = os.environ | {
        "JEMAA_DOMAIN": address,
        "JEMAA_SERVERS": " ".join(live.host for live in pair),
        "HOME": str(tmp_path),
    }
    command = [caddy, "run", "--config", DEPLOY / "Caddyfile", "--adapter", "caddyfile"]
    process = subprocess.Popen(
        command, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        end = time.monotonic() + 30
        while True:
            try:
                httpx.get(address)
                break
            except httpx.TransportError:
                assert time.monotonic() < end and process.poll() is None
                time.sleep(0.05)
        yield address, pair
    finally:
        process.terminate()
        process.wait()
        for live in pair:
            if live.process.poll() is None:
                live.stop()


def test_the_proxy_keeps_figures_private_and_gets_on_without_a_server(proxy):
    address, pair = proxy
    for path in ("/metrics", "/metrics/", "/Metrics", "/%6detrics", "//metrics"):
        answer = httpx.get(address + path)
        assert "jemaa_rooms" not in answer.text
    assert httpx.get(f"{address}/healthz").json() == {"status": "ok", "message": ""}
    pair[0].kill()
    for _ in range(20):  # also those that the proxy would have sent to the dead one
        assert httpx.get(f"{address}/api/catalog", timeout=20).status_code == 200
    room = {"game": "marrakech", "seats": [{"kind": "here", "name": "Anna"}, {"kind": "open"}]}
    for _ in range(5):
        answer = httpx.post(f"{address}/api/rooms", content=json.dumps(room), timeout=20,
                            headers={"content-type": "application/json"})  # fmt: skip
        assert answer.status_code == 201
