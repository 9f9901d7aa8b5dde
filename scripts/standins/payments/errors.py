"""What the provider refuses, in Mollie's words and fields."""


class Refused(Exception):
    status = 422
    title = "Unprocessable Entity"

    def __init__(self, detail: str, field: str | None = None) -> None:
        super().__init__(detail)
        self.detail = detail
        self.field = field


class BadRequest(Refused):
    status, title = 400, "Bad Request"


class Unauthorized(Refused):
    status, title = 401, "Unauthorized Request"


class NotFound(Refused):
    status, title = 404, "Not Found"


class OutOfOrder(Refused):
    status, title = 503, "Service Unavailable"
