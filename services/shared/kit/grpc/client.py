"""gRPC client of a peer: deadline, retries with backoff, circuit breaker and bulkhead."""

import time
from typing import Any, TypeVar

import grpc
from google.protobuf.message import Message
from opentelemetry.trace import SpanKind

from shared.kit.core.circuit_breaker import CircuitBreaker
from shared.kit.core.errors import Unavailable
from shared.kit.core.telemetry import calls_seconds, calls_shed, outgoing_context, span
from shared.kit.grpc.bulkhead import Bulkhead
from shared.kit.grpc.channel import IdleChannel
from shared.kit.grpc.peers import Peer
from shared.kit.grpc.statuses import refusal_of

Answer = TypeVar("Answer", bound=Message)

# How long the circuit breaker stays open after a peer missed several deadlines in a row.
OPEN_SECONDS = 1.0


class Client:
    """Calls one other service, with a deadline. Use it in one process: channels do not survive a fork.

    A peer that restarts is waited for until the deadline (`wait_for_ready`), by the few threads the bulkhead admits. A
    peer that misses `FAILURES` deadlines in a row opens the circuit breaker. Raises the peer's refusal as the kind it
    had there, or Unavailable when the peer is down or late.
    """

    def __init__(self, peer: Peer, stub: type[Any], *, deadline_seconds: float = 2.0) -> None:
        self._peer = peer
        self._channel = IdleChannel(peer.address, stub)
        # As the generated code names it: the package is the folder of the module.
        self._service = f"{stub.__module__.rpartition('.')[0]}.{stub.__name__.removesuffix('Stub')}"
        self._deadline_seconds = deadline_seconds
        self._bulkhead = Bulkhead(on_refusal=calls_shed.labels(peer.address, "bulkhead_full").inc)
        self._breaker = CircuitBreaker(OPEN_SECONDS)

    def ask(self, method: str, request: Message, answer: type[Answer]) -> Answer:
        """Call `method` of the service's stub."""
        if not self._breaker.allows_call():
            calls_shed.labels(self._peer.address, "circuit_open").inc()
            raise Unavailable()
        with self._bulkhead:
            reply: Answer = self._call(method, request)
            return reply

    def _call(self, method: str, request: Message) -> Any:
        started, status, is_late = time.perf_counter(), "OK", False
        name = f"{self._service}/{method}"
        attributes = {"rpc.system.name": "grpc", "rpc.method": name, "server.address": self._peer.address}
        with span(name, kind=SpanKind.CLIENT, attributes=attributes) as called:
            try:
                with self._channel.stub() as stub:
                    return getattr(stub, method)(
                        request,
                        timeout=self._deadline_seconds,
                        metadata=(*outgoing_context().items(), *self._peer.metadata()),
                        wait_for_ready=True,
                    )
            except grpc.RpcError as error:
                status = error.code().name
                is_late = error.code() is grpc.StatusCode.DEADLINE_EXCEEDED
                raise refusal_of(error) from error
            finally:
                (self._breaker.failed if is_late else self._breaker.succeeded)()
                calls_seconds.labels("client", method, status).observe(time.perf_counter() - started)
                called.set_attribute("rpc.response.status_code", status)

    def close(self) -> None:
        """Close the channel: running calls are cancelled. A later call opens it again."""
        self._channel.close()
