"""Tables of moderation."""

from profiles.moderation.storage.tables.case_work import CaseNoteRow, DeskCaseRow
from profiles.moderation.storage.tables.desk import DeskDecisionRow, DeskLeaseRow, ReadReviewRow, StaffActionRow
from profiles.moderation.storage.tables.desk_messages import DeskMessageRow, SavedReplyRow
from profiles.moderation.storage.tables.fraud_scores import FraudScoreRow
from profiles.moderation.storage.tables.like_paces import LikePaceRow
from profiles.moderation.storage.tables.moderation import (
    ComplaintRow,
    ConfirmationRow,
    DecisionRow,
    DuplicatePairRow,
    PendingSuspensionRow,
)
from profiles.moderation.storage.tables.quality_reviews import QualityReviewRow
from profiles.moderation.storage.tables.rules import DeskRuleRow, RuleMatchRow
from profiles.moderation.storage.tables.transparency_reports import TransparencyReportRow

__all__ = [
    "CaseNoteRow",
    "ComplaintRow",
    "ConfirmationRow",
    "DecisionRow",
    "DeskCaseRow",
    "DeskDecisionRow",
    "DeskLeaseRow",
    "DeskMessageRow",
    "DeskRuleRow",
    "DuplicatePairRow",
    "FraudScoreRow",
    "LikePaceRow",
    "PendingSuspensionRow",
    "QualityReviewRow",
    "ReadReviewRow",
    "RuleMatchRow",
    "SavedReplyRow",
    "StaffActionRow",
    "TransparencyReportRow",
]
