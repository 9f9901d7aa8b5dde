"""The trace goes on as OpenTelemetry's propagators would carry it."""

import pytest
from opentelemetry import context, propagate
from shared.kit.core.telemetry import outgoing_context, span

TRACE, SPAN = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"


@pytest.mark.parametrize(
    "traceparent",
    [
        f"00-{TRACE}-{SPAN}-01",
        f"00-{TRACE}-{SPAN}-00",
        f"00-{'0' * 32}-{SPAN}-01",
        f"00-{TRACE}-{'0' * 16}-01",
        f"01-{TRACE}-{SPAN}-01",
        f"01-{TRACE}-{SPAN}-01-more",
        f"00-{TRACE}-{SPAN}-01-more",
        f"ff-{TRACE}-{SPAN}-01",
        f"00-{TRACE.upper()}-{SPAN}-01",
        f"00-{TRACE}-{SPAN}",
        f" 00-{TRACE}-{SPAN}-01 ",
        f"00-{TRACE}-{SPAN}-01\n",
        "",
        "words",
    ],
)
@pytest.mark.parametrize("tracestate", [None, "vendor=1", "no state"])
def test_the_context_goes_on(traceparent: str, tracestate: str | None) -> None:
    incoming = {"traceparent": traceparent} | ({"tracestate": tracestate} if tracestate else {})
    expected: dict[str, str] = {}
    propagate.inject(expected, context=propagate.extract(incoming, context=context.Context()))

    with span("a request", incoming):
        assert outgoing_context() == expected

    assert outgoing_context() == {}


def test_without_a_trace_nothing_goes_on() -> None:
    with span("a request", {}):
        assert outgoing_context() == {}
