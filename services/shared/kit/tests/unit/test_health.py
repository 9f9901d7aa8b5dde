from http.server import BaseHTTPRequestHandler

import pytest
from shared.kit.health import Server


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
