"""Tables of profiles. All modules are imported here, so that the metadata is whole."""

from profiles.moderation.storage.tables.desk import DeskDecisionRow, DeskLeaseRow, ReadReviewRow, StaffActionRow
from profiles.moderation.storage.tables.moderation import (
    BlockedPictureRow,
    ComplaintRow,
    ConfirmationRow,
    DecisionRow,
    DuplicatePairRow,
    PendingSuspensionRow,
    PhotoCheckRow,
    QuarantinedPhotoRow,
)
from profiles.storage.tables.base import Base
from profiles.storage.tables.profiles import (
    AcquaintanceRow,
    BlockRow,
    BlockSuspicionRow,
    ConsentRow,
    ErasedRow,
    PhotoRow,
    ProfileRow,
    RegionRow,
    TownRow,
    UnreferencedMediaRow,
)
from profiles.storage.tables.search import FactRow, SearchRow

__all__ = [
    "AcquaintanceRow",
    "Base",
    "BlockRow",
    "BlockSuspicionRow",
    "BlockedPictureRow",
    "ComplaintRow",
    "ConfirmationRow",
    "ConsentRow",
    "DecisionRow",
    "DeskDecisionRow",
    "DeskLeaseRow",
    "DuplicatePairRow",
    "ErasedRow",
    "FactRow",
    "PendingSuspensionRow",
    "PhotoCheckRow",
    "PhotoRow",
    "ProfileRow",
    "QuarantinedPhotoRow",
    "ReadReviewRow",
    "RegionRow",
    "SearchRow",
    "StaffActionRow",
    "TownRow",
    "UnreferencedMediaRow",
]
