"""Authentication and authorization of gRPC calls, before the method is looked up (server interceptor)."""

import time
from collections.abc import Callable
from typing import Any

import grpc
from grpc_health.v1 import health
from grpc_reflection.v1alpha import reflection

from shared.kit.core.security_log import KitAction, Outcome, log_security_event
from shared.kit.core.telemetry import calls_refused
from shared.kit.grpc.callers import METADATA_KEY, CallerPolicy, CallerRefused, called_by
from shared.kit.grpc.statuses import CALLER_REFUSED

# Health probes and `grpcurl` carry no token, and get no answer about a member. Reflection is on in development only.
UNAUTHENTICATED = tuple(f"/{name}/" for name in (health.SERVICE_NAME, reflection.SERVICE_NAME))
# Repeated refusals of one caller are logged once in this time; the counter `rpc_callers_refused_total` has them all.
LOGGED_EVERY_SECONDS = 60.0
MAX_LOGGED = 1_000


class CallerInterceptor(grpc.ServerInterceptor):
    """Refuses calls that the policy does not allow: UNAUTHENTICATED without a proven caller, else PERMISSION_DENIED."""

    def __init__(self, policy: CallerPolicy, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._policy, self._clock = policy, clock
        self._logged_at: dict[tuple[str, str | None, str], float] = {}

    def intercept_service(self, continuation: Any, details: grpc.HandlerCallDetails) -> Any:
        """The handler of the call, or one that aborts it; `called_by` has the caller while the method runs."""
        if details.method.startswith(UNAUTHENTICATED):
            return continuation(details)
        authorization = next((value for key, value in details.invocation_metadata or () if key == METADATA_KEY), None)
        try:
            caller = self._policy.check(details.method, authorization)
        except CallerRefused as refused:
            self._note(refused, details.method)
            return _refusal(refused)
        return _known_caller(continuation(details), caller)

    def _note(self, refused: CallerRefused, method: str) -> None:
        calls_refused.labels(refused.reason).inc()
        key, now = (refused.reason, refused.caller, method), self._clock()
        if now - self._logged_at.get(key, float("-inf")) < LOGGED_EVERY_SECONDS:
            return
        if len(self._logged_at) >= MAX_LOGGED:
            self._logged_at.clear()
        self._logged_at[key] = now
        named = {"actor_id": refused.caller, "reason": refused.reason, "target_id": method[:200]}
        log_security_event(KitAction.CALLER_REFUSE, Outcome.REFUSED, **named)


def _refusal(refused: CallerRefused) -> grpc.RpcMethodHandler:
    status = grpc.StatusCode.PERMISSION_DENIED if refused.caller else grpc.StatusCode.UNAUTHENTICATED

    def abort(request: Any, context: grpc.ServicerContext) -> Any:
        context.abort(status, CALLER_REFUSED)

    # Without a deserializer: the bytes of a refused request are not parsed.
    return grpc.unary_unary_rpc_method_handler(abort)


def _known_caller(handler: Any, caller: str) -> Any:
    if handler is None or handler.unary_unary is None:
        return handler

    def answer(request: Any, context: grpc.ServicerContext) -> Any:
        with called_by(caller):
            return handler.unary_unary(request, context)

    return grpc.unary_unary_rpc_method_handler(
        answer, request_deserializer=handler.request_deserializer, response_serializer=handler.response_serializer
    )
