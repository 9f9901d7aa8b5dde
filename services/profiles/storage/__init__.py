from typing import Self

from shared.kit.storage import Database, UnitOfWork
from sqlalchemy import Engine

from profiles.moderation.storage.complaints import ComplaintRepository
from profiles.moderation.storage.confirmations import ConfirmationRepository
from profiles.moderation.storage.desk_leases import DeskLeaseRepository
from profiles.moderation.storage.desk_queue import DeskQueueRepository
from profiles.moderation.storage.duplicates import DuplicateRepository
from profiles.moderation.storage.member_search import MemberSearchRepository
from profiles.moderation.storage.moderation import ModerationRepository
from profiles.moderation.storage.read_reviews import ReadReviewRepository
from profiles.moderation.storage.reports import ReportRepository
from profiles.moderation.storage.staff_actions import StaffActionRepository
from profiles.storage.activity import Activity
from profiles.storage.blocks import BlockRepository
from profiles.storage.card_cache import CardCache
from profiles.storage.cards import CardRepository
from profiles.storage.consents import ConsentRepository
from profiles.storage.photo_checks import PhotoCheckRepository
from profiles.storage.photos import PhotoRepository
from profiles.storage.pictures import BlockedPictureRepository
from profiles.storage.profiles import ProfileRepository
from profiles.storage.quarantine import QuarantineRepository
from profiles.storage.search import SearchRepository
from profiles.storage.search_shares import KnownShares
from profiles.storage.suspicions import SuspicionRepository
from profiles.storage.towns import TownRepository


class ProfilesUnit(UnitOfWork):
    profiles: ProfileRepository
    cards: CardRepository
    consents: ConsentRepository
    photos: PhotoRepository
    photo_checks: PhotoCheckRepository
    member_search: MemberSearchRepository
    moderation: ModerationRepository
    complaints: ComplaintRepository
    confirmations: ConfirmationRepository
    duplicates: DuplicateRepository
    desk_queue: DeskQueueRepository
    desk_leases: DeskLeaseRepository
    read_reviews: ReadReviewRepository
    suspicions: SuspicionRepository
    quarantine: QuarantineRepository
    reports: ReportRepository
    pictures: BlockedPictureRepository
    blocks: BlockRepository
    search: SearchRepository
    staff_actions: StaffActionRepository
    towns: TownRepository

    def __init__(
        self,
        database: Database,
        activity: Activity | None = None,
        shares: KnownShares | None = None,
        card_cache: CardCache | None = None,
    ) -> None:
        super().__init__(database)
        self._activity, self._shares = activity or Activity(database), shares or KnownShares(database)
        self._card_cache = card_cache or CardCache()

    def open(self) -> None:
        self.profiles = ProfileRepository(self.session, self._activity)
        self.cards = CardRepository(self.session, self._card_cache)
        self.consents = ConsentRepository(self.session)
        self.photos = PhotoRepository(self.session)
        self.photo_checks = PhotoCheckRepository(self.session)
        self.member_search = MemberSearchRepository(self.session)
        self.moderation = ModerationRepository(self.session)
        self.complaints = ComplaintRepository(self.session)
        self.pictures = BlockedPictureRepository(self.session)
        self.confirmations = ConfirmationRepository(self.session)
        self.duplicates = DuplicateRepository(self.session)
        self.desk_queue = DeskQueueRepository(self.session)
        self.desk_leases = DeskLeaseRepository(self.session)
        self.read_reviews = ReadReviewRepository(self.session)
        self.suspicions = SuspicionRepository(self.session)
        self.quarantine = QuarantineRepository(self.session)
        self.reports = ReportRepository(self.session)
        self.blocks = BlockRepository(self.session)
        self.search = SearchRepository(self.session, self._shares)
        self.towns = TownRepository(self.session)
        self.staff_actions = StaffActionRepository(self.session)


class ProfilesReads(ProfilesUnit):
    """Unit of work in autocommit mode for requests that only read; saves two round trips a request.

    Must not be used for a change of more than one statement. With an engine it reads through its connections.
    """

    def __init__(
        self,
        database: Database,
        activity: Activity | None = None,
        shares: KnownShares | None = None,
        card_cache: CardCache | None = None,
        engine: Engine | None = None,
    ) -> None:
        super().__init__(database, activity, shares, card_cache)
        self._engine = engine or database.reader

    def __enter__(self) -> Self:
        self.session = self._open_session()
        self.open()
        return self
