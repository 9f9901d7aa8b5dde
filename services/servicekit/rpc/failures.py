"""Refusals across gRPC: the status says the kind, the details carry the code."""

import grpc

from servicekit.errors import (
    Conflict,
    Forbidden,
    Invalid,
    Malformed,
    NotFound,
    PaymentRequired,
    RateLimited,
    Refusal,
    Unavailable,
)

STATUS_OF: dict[type[Refusal], grpc.StatusCode] = {
    Malformed: grpc.StatusCode.INVALID_ARGUMENT,
    Invalid: grpc.StatusCode.OUT_OF_RANGE,
    Forbidden: grpc.StatusCode.PERMISSION_DENIED,
    NotFound: grpc.StatusCode.NOT_FOUND,
    PaymentRequired: grpc.StatusCode.FAILED_PRECONDITION,
    Conflict: grpc.StatusCode.ABORTED,
    Unavailable: grpc.StatusCode.UNAVAILABLE,
}
KIND_OF = {status: kind for kind, status in STATUS_OF.items()}


def status_of(refusal: Refusal) -> grpc.StatusCode:
    for kind in type(refusal).__mro__:
        if kind in STATUS_OF:
            return STATUS_OF[kind]
    return grpc.StatusCode.RESOURCE_EXHAUSTED if isinstance(refusal, RateLimited) else grpc.StatusCode.UNKNOWN


def refusal_of(error: grpc.RpcError) -> Refusal:
    """What an asking service raises for a failed call. A service that is down or late is Unavailable."""
    status, details = error.code(), error.details() or ""
    kind = KIND_OF.get(status)
    if kind is None or status is grpc.StatusCode.UNAVAILABLE:
        return Unavailable()
    return kind(details or None)
