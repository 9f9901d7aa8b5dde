"""Tables of profiles. All modules are imported here, so that the metadata is whole."""

import profiles.moderation.storage.tables  # noqa: F401
from profiles.storage.tables.base import Base
from profiles.storage.tables.evidence import EvidenceActRow, HashListRow, ListedHashRow, SealedEvidenceRow
from profiles.storage.tables.pictures import BlockedPictureRow, PhotoCheckRow, QuarantinedPhotoRow, VerificationRow
from profiles.storage.tables.profiles import (
    AcquaintanceRow,
    BlockRow,
    BlockSuspicionRow,
    ConsentRow,
    DateCheckInRow,
    DateContactRow,
    DatePlanRow,
    ErasedRow,
    HiddenContactRow,
    LookRow,
    PhotoRow,
    ProfileRow,
    RefusedContactRow,
    RegionRow,
    ToldContactRow,
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
    "ConsentRow",
    "DateCheckInRow",
    "DateContactRow",
    "DatePlanRow",
    "ErasedRow",
    "EvidenceActRow",
    "FactRow",
    "HashListRow",
    "HiddenContactRow",
    "ListedHashRow",
    "LookRow",
    "PhotoCheckRow",
    "PhotoRow",
    "ProfileRow",
    "QuarantinedPhotoRow",
    "RefusedContactRow",
    "RegionRow",
    "SealedEvidenceRow",
    "SearchRow",
    "ToldContactRow",
    "TownRow",
    "UnreferencedMediaRow",
    "VerificationRow",
]
