"""Tables of moderation."""

from profiles.moderation.storage.tables.desk import DeskDecisionRow, DeskLeaseRow, ReadReviewRow, StaffActionRow
from profiles.moderation.storage.tables.moderation import (
    ComplaintRow,
    ConfirmationRow,
    DecisionRow,
    DuplicatePairRow,
    PendingSuspensionRow,
)

__all__ = [
    "ComplaintRow",
    "ConfirmationRow",
    "DecisionRow",
    "DeskDecisionRow",
    "DeskLeaseRow",
    "DuplicatePairRow",
    "PendingSuspensionRow",
    "ReadReviewRow",
    "StaffActionRow",
]
