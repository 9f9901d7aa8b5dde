"""A collector of traces: takes spans by OTLP over HTTP and keeps them."""

import gzip
import socket
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.common.v1.common_pb2 import AnyValue
from opentelemetry.proto.trace.v1.trace_pb2 import Span as ProtoSpan


@dataclass(frozen=True)
class Span:
    service: str
    name: str
    trace_id: str
    span_id: str
    parent_id: str
    kind: str
    start: int  # nanoseconds since the epoch
    end: int
    tags: dict[str, str]


class Collector:
    """Keeps what it is sent as it comes: the tests of a whole product send a million spans, and few tests read them."""

    def __init__(self) -> None:
        self.endpoint = ""
        self._unread: deque[bytes] = deque()
        self._spans: list[Span] = []

    def take(self, body: bytes) -> None:
        self._unread.append(body)

    def forget(self) -> None:
        """Read nothing of what has come so far."""
        self._unread.clear()
        self._spans.clear()

    def all(self) -> list[Span]:
        while self._unread:
            self._spans += _spans(ExportTraceServiceRequest.FromString(self._unread.popleft()))
        return self._spans

    def of(self, trace_id: str) -> list[Span]:
        return [span for span in self.all() if span.trace_id == trace_id]


@contextmanager
def collector(port: int = 0, host: str = "127.0.0.1") -> Iterator[Collector]:
    """A collector that listens while the block runs; port 0 is any free one."""
    kept = Collector()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = b"".join(self._chunks()) if "transfer-encoding" in self.headers else self._whole()
            if self.headers.get("content-encoding") == "gzip":
                body = gzip.decompress(body)
            if self.path == "/v1/traces":
                kept.take(body)
            self.send_response(200)
            self.send_header("content-length", "0")
            self.end_headers()

        def _whole(self) -> bytes:
            return self.rfile.read(int(self.headers["content-length"]))

        def _chunks(self) -> Iterator[bytes]:
            """Envoy sends its spans in chunks, the Python SDK in one piece."""
            while size := int(self.rfile.readline(), 16):
                yield self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()

        def log_message(self, *args: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        address_family = socket.AF_INET6 if ":" in host else socket.AF_INET

    server = Server((host, port), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        kept.endpoint = f"http://localhost:{server.server_port}"
        yield kept
    finally:
        server.shutdown()
        server.server_close()


def _spans(request: ExportTraceServiceRequest) -> Iterator[Span]:
    for resource in request.resource_spans:
        service = next((a.value.string_value for a in resource.resource.attributes if a.key == "service.name"), "")
        for scope in resource.scope_spans:
            for span in scope.spans:
                tags = {attribute.key: _text(attribute.value) for attribute in span.attributes}
                ids = (span.trace_id.hex(), span.span_id.hex(), span.parent_span_id.hex())
                kind = ProtoSpan.SpanKind.Name(span.kind).removeprefix("SPAN_KIND_").lower()
                yield Span(service, span.name, *ids, kind, span.start_time_unix_nano, span.end_time_unix_nano, tags)


def _text(value: AnyValue) -> str:
    if value.HasField("array_value"):
        return " ".join(map(_text, value.array_value.values))
    return value.string_value or str(value.int_value)
