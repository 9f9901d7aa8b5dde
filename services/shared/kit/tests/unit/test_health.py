import urllib.request
from http.server import BaseHTTPRequestHandler

import pytest
from prometheus_client import Gauge
from shared.kit.core import telemetry
from shared.kit.core.health import HealthServer, Server


def test_a_probe_that_leaves_before_its_answer_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    with Server(("127.0.0.1", 0), BaseHTTPRequestHandler) as server:
        try:
            raise ConnectionResetError
        except ConnectionResetError:
            server.handle_error(None, ("127.0.0.1", 1))

    assert "".join(capfd.readouterr()) == ""


def test_a_fault_of_ours_is_a_line_and_no_traceback_of_the_library(capfd: pytest.CaptureFixture[str]) -> None:
    with Server(("127.0.0.1", 0), BaseHTTPRequestHandler) as server:
        try:
            raise KeyError
        except KeyError:
            server.handle_error(None, ("127.0.0.1", 1))

    printed = "".join(capfd.readouterr())
    assert "health_check_failed" in printed
    assert "Exception occurred during processing" not in printed


def test_it_stops_though_nobody_asks_and_gives_its_port_back() -> None:
    address = ""
    for _ in range(2):
        server = HealthServer(address or "127.0.0.1:0", lambda: True)
        with server:
            address = ":".join(map(str, server._server.server_address))
            with urllib.request.urlopen(f"http://{address}/health/ready") as answer:
                assert answer.status == 200


def test_gauges_are_measured_when_they_are_scraped_and_not_at_every_scrape(monkeypatch: pytest.MonkeyPatch) -> None:
    gauge, measured = Gauge("of_a_test_seconds", "A gauge of a test"), 0

    def measure() -> None:
        nonlocal measured
        measured += 1
        gauge.set(measured)

    monkeypatch.setattr(telemetry, "_measurements", {})
    telemetry.before_scrape("of a test", measure)
    assert measured == 0

    assert b"of_a_test_seconds 1.0" in telemetry.scraped()
    assert b"of_a_test_seconds 1.0" in telemetry.scraped()
    monkeypatch.setattr(telemetry, "MEASURED_EVERY_SECONDS", 0)
    assert b"of_a_test_seconds 2.0" in telemetry.scraped()


def test_a_measurement_that_fails_is_counted_and_the_others_are_scraped(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise ConnectionError

    monkeypatch.setattr(telemetry, "_measurements", {"of another test": fail})

    assert b'jobs_failed_total{name="of another test"} 1.0' in telemetry.scraped()
