from collections.abc import Callable
from typing import Any
from uuid import UUID

from profiles.domain.notices import ModerationNotice
from profiles.moderation.storage.case_work import CaseWorkRepository
from profiles.moderation.storage.complaints import ComplaintRepository
from profiles.moderation.storage.confirmations import ConfirmationRepository
from profiles.moderation.storage.desk_leases import DeskLeaseRepository
from profiles.moderation.storage.desk_messages import DeskMessageRepository
from profiles.moderation.storage.desk_queue import DeskQueueRepository
from profiles.moderation.storage.duplicates import DuplicateRepository
from profiles.moderation.storage.fraud_scores import FraudScoreRepository
from profiles.moderation.storage.member_search import MemberSearchRepository
from profiles.moderation.storage.moderation import ModerationRepository
from profiles.moderation.storage.past_decisions import PastDecisionRepository
from profiles.moderation.storage.quality_reviews import QualityReviewRepository
from profiles.moderation.storage.read_reviews import ReadReviewRepository
from profiles.moderation.storage.reports import ReportRepository
from profiles.moderation.storage.rules import RuleRepository
from profiles.moderation.storage.staff_actions import StaffActionRepository
from profiles.storage import ProfilesReads, ProfilesUnit


class ModerationUnit(ProfilesUnit):
    """Unit of work on the tables of moderation, and on those of profiles that a measure changes with them."""

    def __init__(
        self,
        *given: Any,
        follow: "Callable[[ModerationUnit, ModerationNotice], None] | None" = None,
        is_sampled: Callable[[UUID], bool] = lambda _: False,
    ) -> None:
        super().__init__(*given)
        self._follow, self.is_sampled = follow, is_sampled

    def tell(self, notice: ModerationNotice) -> None:
        assert self._follow is not None  # noqa: S101 - units of work that only read tell nothing
        self._follow(self, notice)

    def open(self) -> None:
        super().open()
        self.case_work = CaseWorkRepository(self.session)
        self.complaints = ComplaintRepository(self.session)
        self.confirmations = ConfirmationRepository(self.session)
        self.desk_leases = DeskLeaseRepository(self.session)
        self.desk_messages = DeskMessageRepository(self.session)
        self.desk_queue = DeskQueueRepository(self.session)
        self.duplicates = DuplicateRepository(self.session)
        self.fraud_scores = FraudScoreRepository(self.session)
        self.member_search = MemberSearchRepository(self.session)
        self.moderation = ModerationRepository(self.session)
        self.past_decisions = PastDecisionRepository(self.session)
        self.quality_reviews = QualityReviewRepository(self.session)
        self.read_reviews = ReadReviewRepository(self.session)
        self.reports = ReportRepository(self.session)
        self.rules = RuleRepository(self.session)
        self.staff_actions = StaffActionRepository(self.session)


class ModerationReads(ProfilesReads, ModerationUnit):
    """As `ProfilesReads`, with the tables of moderation."""
