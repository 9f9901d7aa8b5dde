"""Age assurance: how a member shows their age, as the site asks in their country."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from shared.sites import Site

# Version of the statement of age. A changed statement is a new version; earlier ones stay recorded.
STATEMENT = "1"
# At most this long can a session at the provider be used.
SESSION_LASTS = timedelta(hours=1)


class AgeState(StrEnum):
    NOT_NEEDED = "not_needed"
    REQUIRED = "required"
    PENDING = "pending"  # begun at the provider, without a result
    PASSED = "passed"
    FAILED = "failed"

    @property
    def is_withheld(self) -> bool:
        """Whether the member is shown to nobody and writes to nobody."""
        return self not in (AgeState.NOT_NEEDED, AgeState.PASSED)


class AgeOutcome(StrEnum):
    DECLARED = "declared"  # the member's own statement
    PASSED = "passed"  # by the provider
    FAILED = "failed"


@dataclass(frozen=True)
class AgeSession:
    """A session at the provider: its id there, and the page that the member opens."""

    id: str
    url: str


@dataclass
class AgeCheck:
    """What a member has shown. `attempt_id` is our id of the session, so that beginning twice begins one."""

    member_id: UUID
    # Both count, or a town abroad would be a way around the check.
    signed_up_in: str
    country: str
    outcome: AgeOutcome | None = None
    provider: str | None = None
    statement: str | None = None
    decided_at: datetime | None = None
    attempt_id: UUID | None = None
    session: AgeSession | None = None
    started_at: datetime | None = None
    is_withheld: bool = False

    def state(self, site: Site, at: datetime) -> AgeState:
        """The one decision about a member."""
        needed = site.age_assurance_in(self.signed_up_in, self.country)
        if needed == "none":
            return AgeState.NOT_NEEDED
        accepted = (AgeOutcome.PASSED, AgeOutcome.DECLARED) if needed == "declaration" else (AgeOutcome.PASSED,)
        if self.outcome in accepted:
            return AgeState.PASSED
        if needed == "declaration":
            return AgeState.REQUIRED
        if self.outcome is AgeOutcome.FAILED:
            return AgeState.FAILED
        return AgeState.PENDING if self.session and self.can_continue(at) else AgeState.REQUIRED

    def can_continue(self, at: datetime) -> bool:
        """Whether the attempt under way is used again."""
        is_open = self.attempt_id is not None and self.outcome is not AgeOutcome.FAILED
        return is_open and self.started_at is not None and at < self.started_at + SESSION_LASTS

    def begin(self, attempt_id: UUID, at: datetime) -> None:
        """Begin an attempt, unless one is under way."""
        if not self.can_continue(at):
            self.attempt_id, self.session, self.started_at = attempt_id, None, at
            self.outcome = self.provider = self.decided_at = None

    def decide(self, outcome: AgeOutcome, at: datetime, *, provider: str | None = None) -> None:
        """Record the outcome and its date. The session ends."""
        self.outcome, self.provider, self.decided_at = outcome, provider, at
        self.statement = STATEMENT if outcome is AgeOutcome.DECLARED else None
        self.attempt_id = self.session = self.started_at = None
