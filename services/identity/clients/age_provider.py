"""A provider of age assurance over HTTPS. The sandbox speaks the same protocol (scripts/standins/age)."""

import threading
from typing import Any
from urllib.parse import quote, urlsplit
from uuid import UUID

import requests
from shared.kit.core import CircuitBreaker, logger
from shared.kit.http import session_to

from identity.domain.age_assurance import AgeOutcome, AgeSession
from identity.errors import AgeProviderUnavailable
from identity.settings import IdentitySettings

CONNECT_SECONDS, READ_SECONDS = 2, 3
OUTCOMES = {"passed": AgeOutcome.PASSED, "failed": AgeOutcome.FAILED, "pending": None, "expired": None}


class HttpAgeProvider:
    """Calls one provider, at `AGE_PROVIDER_URL`, and reaches no other host."""

    def __init__(self, settings: IdentitySettings) -> None:
        self._settings = settings
        self._breaker = CircuitBreaker()
        self._own = threading.local()  # a session of `requests` belongs to one thread

    @property
    def name(self) -> str:
        return urlsplit(self._settings.age_provider_url).hostname or ""

    def start(self, attempt_id: UUID, *, min_age: int, return_url: str, locale: str) -> AgeSession:
        wanted = {
            "reference": str(attempt_id),
            "minimum_age": min_age,
            "return_url": return_url,
            "callback_url": self._settings.age_provider_webhook_url,
            "locale": locale,
        }
        made = self._call("POST", "/v1/sessions", json=wanted, headers={"Idempotency-Key": str(attempt_id)})
        try:
            return AgeSession(_session_id(made["id"]), self._page(made["url"]))
        except (KeyError, TypeError, ValueError) as error:
            raise _not_understood(error) from error

    def outcome(self, session_id: str, attempt_id: UUID) -> AgeOutcome | None:
        found = self._call("GET", f"/v1/sessions/{quote(session_id, safe='')}")
        try:
            if (found["id"], found["reference"]) != (session_id, str(attempt_id)):
                raise ValueError("not the session that was asked for")
            return OUTCOMES[found["status"]]
        except (KeyError, TypeError, ValueError) as error:
            raise _not_understood(error) from error

    def _call(self, method: str, path: str, headers: dict[str, str] | None = None, **more: Any) -> Any:
        if not self._settings.age_provider_url or not self._breaker.allows_call():
            raise AgeProviderUnavailable()
        key = self._settings.age_provider_keys[0]
        try:
            answer = self._session().request(
                method,
                self._settings.age_provider_url.rstrip("/") + path,
                timeout=(CONNECT_SECONDS, READ_SECONDS),
                headers={"Authorization": f"Bearer {key}", **(headers or {})},
                **more,
            )
            answer.raise_for_status()
            found = answer.json()
        except (requests.RequestException, ValueError) as error:
            self._breaker.failed()
            status = getattr(getattr(error, "response", None), "status_code", None)
            logger().warning("age_provider_unavailable", problem=type(error).__name__, status=status)
            raise AgeProviderUnavailable() from error
        self._breaker.succeeded()
        return found

    def _session(self) -> requests.Session:
        if not hasattr(self._own, "session"):
            only_public = self._settings.environment == "production"
            self._own.session = session_to(self._settings.age_provider_url, only_public=only_public, is_idempotent=True)
        session: requests.Session = self._own.session
        return session

    def _page(self, url: str) -> str:
        """The provider's page, validated because members go there."""
        parts = urlsplit(url)
        allowed = ("https",) if self._settings.environment == "production" else ("https", "http")
        if not parts.hostname or parts.scheme not in allowed:
            raise ValueError("no address of a page")
        return url


def _session_id(value: Any) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= 100:
        raise ValueError("no id of a session")
    return value


def _not_understood(error: Exception) -> AgeProviderUnavailable:
    logger().error("age_provider_not_understood", problem=type(error).__name__)
    return AgeProviderUnavailable()
