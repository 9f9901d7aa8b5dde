from typing import Self

from shared.kit.db import Database, UnitOfWork
from sqlalchemy import Engine

from profiles.domain.notices import ModerationNotice
from profiles.storage.activity import Activity
from profiles.storage.blocks import BlockRepository
from profiles.storage.card_cache import CardCache
from profiles.storage.cards import CardRepository
from profiles.storage.check_ins import CheckInRepository
from profiles.storage.consents import ConsentRepository
from profiles.storage.date_plans import DatePlanRepository
from profiles.storage.evidence import EvidenceRepository, HashListRepository
from profiles.storage.looks import LookRepository
from profiles.storage.photo_checks import PhotoCheckRepository
from profiles.storage.photos import PhotoRepository
from profiles.storage.pictures import BlockedPictureRepository
from profiles.storage.profiles import ProfileRepository
from profiles.storage.quarantine import QuarantineRepository
from profiles.storage.search import SearchRepository
from profiles.storage.search_shares import KnownShares
from profiles.storage.suspicions import SuspicionRepository
from profiles.storage.towns import TownRepository
from profiles.storage.verifications import VerificationRepository


class ProfilesUnit(UnitOfWork):
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

    def tell(self, notice: ModerationNotice) -> None:
        """Tell moderation, in this transaction. `ModerationUnit` implements it; others write nothing it follows."""
        raise NotImplementedError

    def open(self) -> None:
        self.profiles = ProfileRepository(self.session, self._activity)
        self.cards = CardRepository(self.session, self._card_cache)
        self.consents = ConsentRepository(self.session)
        self.photos = PhotoRepository(self.session)
        self.photo_checks = PhotoCheckRepository(self.session)
        self.pictures = BlockedPictureRepository(self.session)
        self.hash_lists = HashListRepository(self.session)
        self.evidence = EvidenceRepository(self.session)
        self.suspicions = SuspicionRepository(self.session)
        self.quarantine = QuarantineRepository(self.session)
        self.looks = LookRepository(self.session)
        self.date_plans = DatePlanRepository(self.session)
        self.check_ins = CheckInRepository(self.session)
        self.blocks = BlockRepository(self.session)
        self.search = SearchRepository(self.session, self._shares)
        self.towns = TownRepository(self.session)
        self.verifications = VerificationRepository(self.session)


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
