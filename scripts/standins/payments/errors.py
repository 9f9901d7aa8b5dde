"""Refusals of the provider, with Mollie's texts and fields."""


class RequestRefused(Exception):
    status = 422
    title = "Unprocessable Entity"

    def __init__(self, detail: str, field: str | None = None) -> None:
        super().__init__(detail)
        self.detail = detail
        self.field = field


class BadRequest(RequestRefused):
    status, title = 400, "Bad Request"


class Unauthorized(RequestRefused):
    status, title = 401, "Unauthorized Request"


class NotFound(RequestRefused):
    status, title = 404, "Not Found"


class OutOfOrder(RequestRefused):
    status, title = 503, "Service Unavailable"
