from uuid import UUID

from identity.domain.age_assurance import AgeOutcome, AgeSession
from identity.errors import AgeProviderUnavailable


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
