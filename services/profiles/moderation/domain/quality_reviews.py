"""Quality sample: one of twenty decisions is made again by a second person, who does not see the first one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from shared.kit.core import SigningKeys

from profiles.moderation.domain.moderation import DISMISSALS

ONE_OF = 20
# The profile and the photos of a case change; an older one could no longer be judged as it was.
REVIEW_WITHIN = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class QualityReview:
    """A decision of the sample. Members whose account is erased have no `member_id`.

    `reports` are those that the decision closed, `about` is the text of the profile at that time.
    """

    decision_id: UUID
    case_id: UUID
    is_photo: bool
    pool: int
    member_id: UUID | None
    decided_by: UUID
    measure: str
    reason: str | None
    template: str | None = None
    facts: str | None = None
    about: str | None = None
    reports: Sequence[UUID] = ()
    # Set by the database.
    decided_at: datetime | None = None
    second_by: UUID | None = None
    second_measure: str | None = None
    agreed: bool | None = None
    settled_by: UUID | None = None

    @property
    def is_blind(self) -> bool:
        return self.second_by is None

    def agrees(self, measure: str) -> bool:
        """Whether this decision is the same. Duration and words may differ, and so may the answer to the reporter of a
        dismissed report."""
        return measure == self.measure or {measure, self.measure} <= DISMISSALS


def is_sampled(keys: SigningKeys, decision_id: UUID) -> bool:
    """Whether a decision is in the sample. The keyed hash of its id decides, so nobody at the desk can foresee it."""
    return int.from_bytes(keys.sign(b"quality sample " + decision_id.bytes)[:8]) % ONE_OF == 0
