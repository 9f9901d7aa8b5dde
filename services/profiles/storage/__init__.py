from typing import Self

from servicekit.storage import Database, UnitOfWork
from sqlalchemy.orm import Session

from profiles.storage.activity import Activity
from profiles.storage.blocks import BlockRepository
from profiles.storage.cards import CardRepository
from profiles.storage.faces import Faces
from profiles.storage.moderation import ModerationRepository
from profiles.storage.photos import PhotoRepository
from profiles.storage.pictures import BlockedPictureRepository
from profiles.storage.places import PlaceRepository
from profiles.storage.profiles import ProfileRepository
from profiles.storage.reports import ReportRepository
from profiles.storage.search import SearchRepository
from profiles.storage.search_shares import KnownShares
from profiles.storage.staff_actions import StaffActionRepository


class ProfilesUnit(UnitOfWork):
    profiles: ProfileRepository
    cards: CardRepository
    photos: PhotoRepository
    moderation: ModerationRepository
    reports: ReportRepository
    pictures: BlockedPictureRepository
    blocks: BlockRepository
    search: SearchRepository
    staff_actions: StaffActionRepository
    places: PlaceRepository

    def __init__(
        self,
        database: Database,
        activity: Activity | None = None,
        shares: KnownShares | None = None,
        faces: Faces | None = None,
    ) -> None:
        super().__init__(database)
        self._activity, self._shares = activity or Activity(database), shares or KnownShares(database)
        self._faces = faces or Faces()

    def open(self) -> None:
        self.profiles = ProfileRepository(self.session, self._activity)
        self.cards = CardRepository(self.session, self._faces)
        self.photos = PhotoRepository(self.session)
        self.moderation = ModerationRepository(self.session)
        self.pictures = BlockedPictureRepository(self.session)
        self.reports = ReportRepository(self.session)
        self.blocks = BlockRepository(self.session)
        self.search = SearchRepository(self.session, self._shares)
        self.places = PlaceRepository(self.session)
        self.staff_actions = StaffActionRepository(self.session)


class ProfilesReads(ProfilesUnit):
    """For requests that only look: each statement stands alone, which saves two round trips a request.

    Must not be used for a change of more than one statement.
    """

    def __enter__(self) -> Self:
        self.session = Session(self._database.reader)
        self.open()
        return self
