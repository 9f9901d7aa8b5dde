"""The kinds of refusal. A service raises its own errors, each one of these kinds with a stable code.

The edges translate once: to HTTP in `shared.kit.http.error_handlers`, to gRPC in `shared.kit.grpc.statuses`.
"""

from typing import Any, ClassVar


class Refusal(Exception):
    """An error that is answered to the caller. `code` names the situation and is the key of its text."""

    status: ClassVar[int] = 500
    code: str = "internal"

    def __init__(self, code: str | None = None, *, field: str | None = None, **params: Any) -> None:
        self.code = code or self.code
        self.field = field
        self.params = params
        super().__init__(self.code)


class Malformed(Refusal):
    status, code = 400, "malformed_request"


class Invalid(Refusal):
    """A field is wrong. `errors` lists all of them when there are several."""

    status, code = 422, "validation_failed"

    def __init__(
        self,
        code: str | None = None,
        *,
        field: str | None = None,
        errors: "list[FieldError] | None" = None,
        **params: Any,
    ) -> None:
        super().__init__(code, field=field, **params)
        self.errors = errors or []


class KeyReused(Invalid):
    """The idempotency key came with another body before."""

    code = "idempotency_key_reused"


class FieldError:
    """One wrong field: its name, and the code of the text about it."""

    def __init__(self, field: str, code: str, **params: Any) -> None:
        self.field, self.code, self.params = field, code, params


class AuthenticationRequired(Refusal):
    """No valid session, and nothing else: clients log out when they see it."""

    status, code = 403, "authentication_required"


class Forbidden(Refusal):
    status, code = 403, "forbidden"


class PaymentRequired(Refusal):
    status, code = 402, "payment_required"


class NotFound(Refusal):
    """Missing, or another member's: the same answer for both."""

    status, code = 404, "not_found"


class NotAllowedMethod(Refusal):
    status, code = 405, "method_not_allowed"


class Conflict(Refusal):
    status, code = 409, "conflict"


class TooLarge(Refusal):
    status, code = 413, "too_large"


class WrongType(Refusal):
    status, code = 415, "wrong_type"


class RateLimited(Refusal):
    status, code = 429, "rate_limited"
    # Random jitter in `retry_after_seconds`, a tenth of it and at most so much: refused clients do not return together.
    longest_jitter_seconds = 60

    def __init__(self, code: str | None = None, *, retry_after_seconds: int, **params: Any) -> None:
        super().__init__(code, **params)
        self.retry_after_seconds = retry_after_seconds


class Unavailable(Refusal):
    """A dependency of this answer is down; nothing was changed."""

    status, code = 503, "unavailable"
    retry_after_seconds = 2
