"""gRPC server of a service."""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection
from opentelemetry.trace import Span, SpanKind

from shared.kit.core.errors import Malformed, Refusal
from shared.kit.core.errors_in_logs import describe
from shared.kit.core.health import HealthServer
from shared.kit.core.logs import logger
from shared.kit.core.settings import Settings
from shared.kit.core.stopping import Stopping
from shared.kit.core.telemetry import calls_seconds, mark_failed, span
from shared.kit.db.database import UNREACHABLE, Database
from shared.kit.db.schema import schema_check
from shared.kit.grpc.authentication import CallerInterceptor
from shared.kit.grpc.callers import CallerKeys, CallerPolicy
from shared.kit.grpc.requests import IMPOSSIBLE, Unreadable, readable
from shared.kit.grpc.statuses import status_of

DRAIN_SECONDS = 10
# https://opentelemetry.io/docs/specs/semconv/rpc/grpc/: the others are the caller's own faults.
FAULTS = {"UNKNOWN", "DEADLINE_EXCEEDED", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS"}


@dataclass(frozen=True)
class Servicer:
    """One gRPC service of this process: full name in its proto, registration function, implementation."""

    name: str
    add: Callable[[Any, grpc.Server], None]
    servicer: object


def serve(settings: Settings, database: Database, servicers: Sequence[Servicer], stopping: Stopping) -> None:
    """Serve until the process is to stop, then drain: refuse new calls and finish those in flight, for up to 10 s."""
    server = build_server(servicers, callers=_callers(settings), threads=settings.rpc_threads)
    if settings.environment == "development":
        names = [entry.name for entry in servicers]
        reflection.enable_server_reflection((*names, health.SERVICE_NAME, reflection.SERVICE_NAME), server)
    if not server.add_insecure_port(settings.listen):
        raise OSError(f"cannot listen on {settings.listen}")
    stopped = threading.Event()
    stopping.call(stopped.set)
    with HealthServer(settings.health_listen, schema_check(settings.service, database)):
        server.start()
        stopped.wait()
        server.stop(DRAIN_SECONDS).wait()


def _callers(settings: Settings) -> CallerInterceptor:
    if settings.caller_public_keys is None:
        raise ValueError("CALLER_PUBLIC_KEYS must name the folder with the public keys of all services")
    return CallerInterceptor(CallerPolicy(settings.service, CallerKeys(settings.caller_public_keys)))


def build_server(servicers: Sequence[Servicer], *, callers: CallerInterceptor | None, threads: int = 8) -> grpc.Server:
    """Build a server without starting it. Without `callers`, which only tests leave out, it answers anybody."""
    server = grpc.server(
        ThreadPoolExecutor(threads, thread_name_prefix="rpc"),
        interceptors=[*([callers] if callers else []), _CallBoundary()],
        # Load shedding: calls beyond this get RESOURCE_EXHAUSTED at once, instead of waiting in a queue for longer than
        # their deadline. At 10 ms a call a full queue is worked off in 0.16 s, well within the usual 2 s.
        maximum_concurrent_rpcs=threads * 16,
        # Lets a successor listen on the same port before this process stops (docs/decisions/0005).
        options=[("grpc.so_reuseport", 1)],
    )
    status = health.HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(status, server)
    for entry in servicers:
        entry.add(entry.servicer, server)
        status.set(entry.name, health_pb2.HealthCheckResponse.SERVING)
    return server


class _CallBoundary(grpc.ServerInterceptor):
    """Trace, metric and error translation of every call."""

    def intercept_service(self, continuation: Any, details: grpc.HandlerCallDetails) -> Any:
        handler = continuation(details)
        if handler is None or handler.unary_unary is None:
            return handler
        method, incoming = details.method, dict(details.invocation_metadata or ())
        name = method.removeprefix("/")
        attributes = {"rpc.system.name": "grpc", "rpc.method": name}

        def answer(request: Any, context: grpc.ServicerContext) -> Any:
            headers = {key: str(value) for key, value in incoming.items()}
            with span(name, headers, kind=SpanKind.SERVER, attributes=attributes) as served:
                return answer_in(served, request, context)

        def answer_in(served: Span, request: Any, context: grpc.ServicerContext) -> Any:
            started, status = time.perf_counter(), "OK"
            try:
                if isinstance(request, Unreadable):
                    raise Malformed()
                return handler.unary_unary(request, context)
            except Refusal as refusal:
                status = status_of(refusal).name
                context.abort(status_of(refusal), refusal.code)
            except IMPOSSIBLE as error:
                status = "INVALID_ARGUMENT"
                logger().warning("call_refused", method=method, problem=describe(error))
                context.abort(grpc.StatusCode.INVALID_ARGUMENT, Malformed.code)
            except UNREACHABLE as error:
                status = "UNAVAILABLE"
                logger().warning("database_unreachable", method=method, problem=describe(error))
                context.abort(grpc.StatusCode.UNAVAILABLE, "unavailable")
            except Exception as error:
                status = "INTERNAL"
                logger().error("call_failed", method=method, exc_info=error)
                context.abort(grpc.StatusCode.INTERNAL, "internal")
            finally:
                calls_seconds.labels("server", method, status).observe(time.perf_counter() - started)
                served.set_attribute("rpc.response.status_code", status)
                if status in FAULTS:
                    mark_failed(served, status)

        return grpc.unary_unary_rpc_method_handler(
            answer,
            request_deserializer=readable(handler.request_deserializer) if handler.request_deserializer else None,
            response_serializer=handler.response_serializer,
        )
