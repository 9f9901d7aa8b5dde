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
from servicekit.logs import logger

STATUS_OF: dict[type[Refusal], grpc.StatusCode] = {
    Malformed: grpc.StatusCode.INVALID_ARGUMENT,
    Invalid: grpc.StatusCode.OUT_OF_RANGE,
    Forbidden: grpc.StatusCode.PERMISSION_DENIED,
    NotFound: grpc.StatusCode.NOT_FOUND,
    PaymentRequired: grpc.StatusCode.FAILED_PRECONDITION,
    Conflict: grpc.StatusCode.ABORTED,
    Unavailable: grpc.StatusCode.UNAVAILABLE,
}
# The details of a call that the server's caller check refused. No member can do anything about it.
CALLER_REFUSED = "caller_refused"
KIND_OF = {status: kind for kind, status in STATUS_OF.items()}


def status_of(refusal: Refusal) -> grpc.StatusCode:
    for kind in type(refusal).__mro__:
        if kind in STATUS_OF:
            return STATUS_OF[kind]
    return grpc.StatusCode.RESOURCE_EXHAUSTED if isinstance(refusal, RateLimited) else grpc.StatusCode.UNKNOWN


def refusal_of(error: grpc.RpcError) -> Refusal:
    """What an asking service raises for a failed call. A service that is down or late is Unavailable.

    So is one that does not accept us as its caller: keys or registry differ, which somebody has to mend.
    """
    status, details = error.code(), error.details() or ""
    if details == CALLER_REFUSED:
        logger().error("own_call_refused", status=status.name)
        return Unavailable()
    kind = KIND_OF.get(status)
    if kind is None or status is grpc.StatusCode.UNAVAILABLE:
        return Unavailable()
    return kind(details or None)
