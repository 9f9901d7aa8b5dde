import requests
from shared.kit.core import CircuitBreaker, logger
from shared.kit.http import session_to

from billing.errors import MessageNotSent

CONNECT_SECONDS, READ_SECONDS = 2, 3


class HttpTextMessages:
    """Hands text messages to a gateway that takes JSON; the mailbox of a local copy does."""

    def __init__(self, url: str, *, is_production: bool) -> None:
        self._url, self._session = url, session_to(url, only_public=is_production)
        self._breaker = CircuitBreaker()

    def send(self, to: str, text: str) -> None:
        if not self._breaker.allows_call():
            raise MessageNotSent()
        try:
            answer = self._session.post(
                self._url,
                json={"to": to, "text": text},
                timeout=(CONNECT_SECONDS, READ_SECONDS),
                allow_redirects=False,
            )
            if not 200 <= answer.status_code < 300:
                raise requests.HTTPError(f"status {answer.status_code}")
        except requests.RequestException as error:
            self._breaker.failed()
            logger().warning("text_message_not_sent", problem=type(error).__name__)
            raise MessageNotSent() from error
        self._breaker.succeeded()
