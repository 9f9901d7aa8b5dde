from typing import Self

from servicekit.storage import UnitOfWork
from sqlalchemy.orm import Session

from profiles.storage.blocks import BlockRepository
from profiles.storage.cards import CardRepository
from profiles.storage.photos import PhotoRepository
from profiles.storage.places import PlaceRepository
from profiles.storage.profiles import ProfileRepository
from profiles.storage.search import SearchRepository


class ProfilesUnit(UnitOfWork):
    profiles: ProfileRepository
    cards: CardRepository
    photos: PhotoRepository
    blocks: BlockRepository
    search: SearchRepository
    places: PlaceRepository

    def open(self) -> None:
        self.profiles = ProfileRepository(self.session)
        self.cards = CardRepository(self.session)
        self.photos = PhotoRepository(self.session)
        self.blocks = BlockRepository(self.session)
        self.search = SearchRepository(self.session)
        self.places = PlaceRepository(self.session)


class ProfilesReads(ProfilesUnit):
    """For requests that only look: each statement stands alone, which saves two round trips a request.

    Must not be used for a change of more than one statement.
    """

    def __enter__(self) -> Self:
        self.session = Session(self._database.engine.execution_options(isolation_level="AUTOCOMMIT"))
        self.open()
        return self
