from uuid import UUID, uuid4

from shared.kit.testing.web import Browser
from werkzeug.test import TestResponse

from identity.domain.age_assurance import AgeOutcome, AgeSession
from identity.domain.openid import OpenIdLogIn, ProvenIdentity
from identity.errors import AgeProviderUnavailable, OidcRefused, OidcUnavailable


class FakeAgeProvider:
    """A provider that answers what the test decides."""

    name = "age.test"

    def __init__(self) -> None:
        self.sessions: dict[UUID, AgeSession] = {}
        self.outcomes: dict[str, AgeOutcome] = {}
        self.is_down = False

    def start(self, attempt_id: UUID, *, min_age: int, return_url: str, locale: str) -> AgeSession:
        if self.is_down:
            raise AgeProviderUnavailable()
        number = len(self.sessions) + 1
        return self.sessions.setdefault(attempt_id, AgeSession(f"s{number}", f"https://age.test/{number}"))

    def outcome(self, session_id: str, attempt_id: UUID) -> AgeOutcome | None:
        if self.is_down or self.sessions[attempt_id].id != session_id:
            raise AgeProviderUnavailable()
        return self.outcomes.get(session_id)


class FakeOpenIdProvider:
    """A provider that answers what the test decides; `code` is the only one it takes."""

    def __init__(self, identity: ProvenIdentity, *, is_down: bool = False) -> None:
        self.given = identity
        self.is_down = is_down
        self.is_offered = True

    def begin(self, return_url: str) -> OpenIdLogIn:
        if self.is_down:
            raise OidcUnavailable()
        state = uuid4().hex
        return OpenIdLogIn(f"https://idp.test/authorize?state={state}", state, uuid4().hex, uuid4().hex, return_url)

    def identity(self, log_in: OpenIdLogIn, code: str) -> ProvenIdentity:
        if self.is_down:
            raise OidcUnavailable()
        if code != "right":
            raise OidcRefused()
        return self.given

    def log_out_url(self, return_url: str) -> str | None:
        if self.is_down:
            raise OidcUnavailable()
        return f"https://idp.test/logout?back={return_url}"


def log_in_at(browser: Browser, code: str = "right") -> TestResponse:
    """Begin a log-in at the provider, and come back from it."""
    begun = browser.post("/api/desk-openid.php", {})
    if begun.status_code != 200:
        return begun
    state = begun.json["url"].partition("state=")[2]
    return browser.put("/api/desk-openid.php", {"state": state, "code": code})
