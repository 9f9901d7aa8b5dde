"""The gateway begins the trace of each request: services and logs get its id, and the collector gets its span."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gateway.tests.conftest import TIMEOUT_SECONDS, Gateway, running_gateway
from gateway.tests.otlp import Collector, collector

OF_A_VISITOR = "00-" + "a" * 32 + "-" + "b" * 16 + "-01"


@pytest.fixture(scope="module", params=["127.0.0.1", "::1"])
def traces(request: pytest.FixtureRequest) -> Iterator[Collector]:
    """Found by the name `localhost`, which has addresses of both families, and listens at one of them."""
    with collector(host=request.param) as running:
        yield running


@pytest.fixture(scope="module")
def traced(
    echo: str,
    public_key: Path,
    private_key: Ed25519PrivateKey,
    traces: Collector,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Gateway]:
    folder = tmp_path_factory.mktemp("traced")
    with running_gateway(
        folder, echo, public_key, private_key, traces_endpoint=traces.endpoint, traces_ratio=1
    ) as gateway:
        yield gateway


def context_of(gateway: Gateway, path: str, **headers: str) -> tuple[str, str, str]:
    """The trace, the parent span and the flags that a service gets with this request."""
    received = gateway.client.get(path, headers=headers).json()["headers"]
    _, trace_id, parent_id, flags = received["traceparent"].split("-")
    assert "tracestate" not in received or not received["tracestate"]
    return trace_id, parent_id, flags


def eventually(look: Any) -> Any:
    """What `look` returns once it is true. Envoy sends spans and writes its log when it comes to it."""
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while not (found := look()):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    return found


def logged(gateway: Gateway, trace_id: str) -> list[dict[str, Any]]:
    lines = gateway.access_log.read_text().splitlines(keepends=True)
    made = [json.loads(line) for line in lines if line.endswith("\n")]
    return [line for line in made if line["trace_id"] == trace_id]


def test_the_collector_gets_a_span_that_shows_no_path_and_no_visitor(traced: Gateway, traces: Collector) -> None:
    trace_id, parent_id, flags = context_of(
        traced, "/api/settings.php?secret=plum", **{"user-agent": "pear", "x-client-trace-id": "fig"}
    )

    [span] = eventually(lambda: traces.of(trace_id))

    assert flags == "01"
    assert (span.service, span.name, span.span_id) == ("gateway", "GET /api/settings.php", parent_id)
    shown = " ".join(span.tags.values())
    assert not [word for word in ("plum", "pear", "fig", "127.0.0.1") if word in shown], span.tags
    assert span.kind == "server"
    assert (span.tags["http.request.method"], span.tags["http.route"]) == ("GET", "/api/settings.php")
    assert span.tags["http.response.status_code"] == "200"
    [line] = eventually(lambda: logged(traced, trace_id))
    assert span.tags["http.request.header.x-request-id"] == line["request_id"]


def test_the_access_log_has_the_trace_and_the_fields_of_every_line_of_ours(traced: Gateway) -> None:
    trace_id, *_ = context_of(traced, "/api/settings.php")

    [line] = eventually(lambda: logged(traced, trace_id))

    assert {"timestamp", "level", "event", "service", "process"} <= line.keys()
    assert (line["service"], line["event"], line["status"]) == ("gateway", "request", 200)


def test_a_visitor_neither_chooses_the_trace_nor_has_it_recorded(traced: Gateway, gateway: Gateway) -> None:
    for each in (traced, gateway):
        trace_id, *_ = context_of(each, "/api/settings.php", traceparent=OF_A_VISITOR, tracestate="a=b", baggage="c=d")
        assert trace_id != "a" * 32


def test_without_a_collector_nothing_is_recorded_and_logs_still_have_the_trace(gateway: Gateway) -> None:
    trace_id, _, flags = context_of(gateway, "/api/settings.php")

    assert flags == "00"
    assert eventually(lambda: logged(gateway, trace_id))
