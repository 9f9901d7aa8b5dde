"""Refusals as gRPC status codes: the status is the kind of refusal, the details are its code."""

import grpc

from shared.kit.core.errors import (
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
from shared.kit.core.logs import logger

STATUS_OF: dict[type[Refusal], grpc.StatusCode] = {
    Malformed: grpc.StatusCode.INVALID_ARGUMENT,
    Invalid: grpc.StatusCode.OUT_OF_RANGE,
    Forbidden: grpc.StatusCode.PERMISSION_DENIED,
    NotFound: grpc.StatusCode.NOT_FOUND,
    PaymentRequired: grpc.StatusCode.FAILED_PRECONDITION,
    Conflict: grpc.StatusCode.ABORTED,
    Unavailable: grpc.StatusCode.UNAVAILABLE,
}
# The details of calls refused by `CallerInterceptor`: a fault of configuration, not of a member.
CALLER_REFUSED = "caller_refused"


class NotServed(Unavailable):
    """The peer does not serve this method to us: its release or its registry does not have it."""


KIND_OF = {status: kind for kind, status in STATUS_OF.items()}


def status_of(refusal: Refusal) -> grpc.StatusCode:
    """The status of the nearest class of this refusal that has one; UNKNOWN for a refusal of no kind."""
    for kind in type(refusal).__mro__:
        if kind in STATUS_OF:
            return STATUS_OF[kind]
    return grpc.StatusCode.RESOURCE_EXHAUSTED if isinstance(refusal, RateLimited) else grpc.StatusCode.UNKNOWN


def refusal_of(error: grpc.RpcError) -> Refusal:
    """The refusal a client raises for a failed call. A peer that is down or misses its deadline is Unavailable.

    So is a peer that refuses us as a caller: keys or registry differ, which an operator has to fix.
    """
    status, details = error.code(), error.details() or ""
    if details == CALLER_REFUSED:
        logger().error("rpc_caller_refused_by_peer", status=status.name)
        return NotServed() if status is grpc.StatusCode.PERMISSION_DENIED else Unavailable()
    if status is grpc.StatusCode.UNIMPLEMENTED:
        return NotServed()
    kind = KIND_OF.get(status)
    if kind is None or status is grpc.StatusCode.UNAVAILABLE:
        return Unavailable()
    return kind(details or None)
