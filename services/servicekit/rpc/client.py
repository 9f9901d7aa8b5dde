import json
import time
from collections.abc import Callable
from typing import Any, TypeVar

import grpc
from google.protobuf.message import Message

from servicekit.breaker import Breaker
from servicekit.errors import Unavailable
from servicekit.rpc.failures import refusal_of
from servicekit.rpc.peers import Peer
from servicekit.rpc.places import Places
from servicekit.telemetry import calls_seconds, outgoing_context

Answer = TypeVar("Answer", bound=Message)

# One that was late again and again is left alone for so long.
REST_SECONDS = 1.0


# Every call is a question or carries an id, so trying again does nothing twice.
POLICY = {
    "loadBalancingConfig": [{"round_robin": {}}],
    "methodConfig": [
        {
            "name": [{}],
            "retryPolicy": {
                "maxAttempts": 4,
                "initialBackoff": "0.1s",
                "maxBackoff": "1s",
                "backoffMultiplier": 2,
                # A server that stops cancels what it has not begun.
                "retryableStatusCodes": ["UNAVAILABLE", "CANCELLED"],
            },
        }
    ],
}


class Client:
    """Asks one other service, with a deadline. Make it in the process that uses it: it does not survive a fork.

    While the other is started again it is waited for, as long as the deadline allows; by some threads only, so that a
    frozen one does not stop us. Raises what it refused with, or Unavailable when it is down or late.
    """

    def __init__(self, peer: Peer, stub: Callable[[grpc.Channel], Any], *, deadline_seconds: float = 2.0) -> None:
        self._peer = peer
        self._channel = grpc.insecure_channel(
            peer.address,
            options=[
                ("grpc.service_config", json.dumps(POLICY)),
                # Pods that were replaced are found soon; usually names are asked for twice a minute at most.
                ("grpc.dns_min_time_between_resolutions_ms", 5000),
                ("grpc.initial_reconnect_backoff_ms", 100),
                ("grpc.min_reconnect_backoff_ms", 100),
                ("grpc.max_reconnect_backoff_ms", 1000),
                ("grpc.keepalive_time_ms", 20000),
            ],
        )
        self._stub = stub(self._channel)
        self._deadline_seconds, self._places, self._breaker = deadline_seconds, Places(), Breaker(REST_SECONDS)

    def ask(self, method: str, request: Message, answer: type[Answer]) -> Answer:
        if not self._breaker.lets_pass():
            raise Unavailable()
        with self._places:
            reply: Answer = self._ask(method, request)
            return reply

    def _ask(self, method: str, request: Message) -> Any:
        started, status, is_late = time.perf_counter(), "OK", False
        try:
            return getattr(self._stub, method)(
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

    def close(self) -> None:
        self._channel.close()
