"""Outside parties that identity calls, each with a fake in the tests."""

from typing import Protocol
from uuid import UUID

from identity.domain.age_assurance import AgeOutcome, AgeSession


class AgeProvider(Protocol):
    """Proves that members are old enough.

    Both methods raise AgeProviderUnavailable when it is down, late, or its answer cannot be parsed.
    """

    @property
    def name(self) -> str:
        """The name that is stored with an outcome."""

    def start(self, attempt_id: UUID, *, min_age: int, return_url: str, locale: str) -> AgeSession:
        """Begin a session; the same attempt gets the same session. The provider learns no name and no address."""

    def outcome(self, session_id: str, attempt_id: UUID) -> AgeOutcome | None:
        """The outcome of the session that was begun for this attempt; None while it is open, or ended without one."""
