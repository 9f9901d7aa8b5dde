from benches.slowest import SENT, by_trace, report

from gateway.tests.otlp import Span


def span(trace: str, of: str, name: str, milliseconds: tuple[int, int], parent: str = "") -> Span:
    start, end = (each * 1_000_000 for each in milliseconds)
    return Span(of, name, trace, f"{trace}{of}", parent, "server", start, end, {})


def test_the_time_of_the_slowest_message_is_that_of_its_spans_alone() -> None:
    spans = [
        span("a", "gateway", SENT, (0, 10)),
        span("a", "chat-live", SENT, (1, 9), "agateway"),
        span("b", "gateway", SENT, (0, 100)),
        span("b", "chat-live", SENT, (1, 91), "bgateway"),
        span("b", "chat-worker", "publish", (200, 300), "bchat-live"),
        span("c", "gateway", "GET /api/chats.php", (0, 900)),
    ]

    messages = by_trace(spans)
    lines = [" ".join(line.split()) for line in report(messages, 1)]

    assert [message[0].trace_id for message in messages] == ["b", "a"]
    assert lines[1:3] == [f"chat-live {SENT} 49.00 90.00", f"gateway {SENT} 6.00 10.00"]
    assert lines[-2:] == [f"0.00 100.00 gateway {SENT}", f"1.00 90.00 chat-live {SENT}"]
