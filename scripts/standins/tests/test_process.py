import json
import subprocess
import sys

import httpx
import pytest
from standins.tests.running import StandIn


@pytest.mark.parametrize("name", ["age", "mailbox", "networks", "payments", "push"])
def test_refuses_to_start_in_production(name: str, request: pytest.FixtureRequest) -> None:
    standin: StandIn = request.getfixturevalue(name)
    environment = {**standin.environment(), "PAIRWISE_ENV": "production"}

    ended = subprocess.run(
        [sys.executable, "-m", standin.module], env=environment, capture_output=True, text=True, check=False
    )

    assert ended.returncode == 1
    assert "refuses to start with PAIRWISE_ENV=production" in ended.stderr


@pytest.mark.parametrize("name", ["age", "mailbox", "networks", "payments", "push"])
def test_says_which_setting_is_missing(name: str, request: pytest.FixtureRequest) -> None:
    standin: StandIn = request.getfixturevalue(name)
    environment = {**standin.environment(), "STATE_DIR": ""}

    ended = subprocess.run(
        [sys.executable, "-m", standin.module], env=environment, capture_output=True, text=True, check=False
    )

    assert ended.returncode == 1
    assert "STATE_DIR is not set" in ended.stderr


@pytest.mark.parametrize("name", ["age", "mailbox", "networks", "payments", "push"])
def test_is_alive_and_stops_though_a_connection_is_kept(name: str, request: pytest.FixtureRequest) -> None:
    standin: StandIn = request.getfixturevalue(name)
    assert httpx.get(f"{standin.url}/health/live").json() == {"status": "live"}

    with httpx.Client() as keeps_its_connection:
        keeps_its_connection.get(f"{standin.url}/health/ready")

        assert standin.stop() == 0


@pytest.mark.parametrize("name", ["age", "mailbox", "networks", "payments", "push"])
def test_every_log_line_is_one_json_object(name: str, request: pytest.FixtureRequest) -> None:
    standin: StandIn = request.getfixturevalue(name)
    standin.stop()

    lines = standin.log.read_text().splitlines()

    assert lines
    assert all({"event", "level", "timestamp", "service"} <= json.loads(line).keys() for line in lines)


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("mailbox", "/dev/mailbox"),
        ("networks", "/dev/networks"),
        ("push", "/dev/push"),
        ("payments", "/dev/payments/checkout/tr_nothing"),
    ],
)
def test_pages_bring_all_they_need_and_run_nothing(name: str, path: str, request: pytest.FixtureRequest) -> None:
    standin: StandIn = request.getfixturevalue(name)

    page = httpx.get(standin.url + path)

    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    assert "<script" not in page.text
    assert "style=" not in page.text
    for file in ("standins.css", "mark.svg"):
        [address] = {part for part in page.text.split('"') if part.endswith(file)}
        assert httpx.get(standin.url + address).status_code == 200
