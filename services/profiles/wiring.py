"""What a process of profiles holds, built once."""

import time
from dataclasses import dataclass
from functools import cached_property

from pictures import PictureStore
from servicekit.rpc import peer
from servicekit.storage import Database
from sites import SiteDirectory

from profiles.bookmarks import Bookmarks
from profiles.clients.chat import ChatEvidence
from profiles.clients.identity import IdentityAccounts
from profiles.domain.atlas import Atlas
from profiles.media_links import MediaLinks
from profiles.ports import Accounts, Evidence, Pause
from profiles.settings import ProfilesSettings
from profiles.storage import ProfilesReads, ProfilesUnit
from profiles.storage.activity import Activity
from profiles.storage.faces import Faces
from profiles.storage.search_shares import KnownShares
from profiles.veiled_links import VeiledLinks


@dataclass(frozen=True)
class Wiring:
    settings: ProfilesSettings
    database: Database
    links: MediaLinks
    media: PictureStore
    veiled: VeiledLinks
    bookmarks: Bookmarks
    sites: SiteDirectory
    evidence: Evidence
    accounts: Accounts
    pause: Pause = time.sleep

    def unit_of_work(self) -> ProfilesUnit:
        return ProfilesUnit(self.database, self.activity, self.shares)

    def reads(self) -> ProfilesReads:
        return ProfilesReads(self.database, self.activity, self.shares, self.faces)

    @cached_property
    def activity(self) -> Activity:
        return Activity(self.database)

    @cached_property
    def faces(self) -> Faces:
        return Faces()

    @cached_property
    def shares(self) -> KnownShares:
        return KnownShares(self.database)

    @cached_property
    def atlas(self) -> Atlas:
        # Only the process that is asked for places reads the gazetteer.
        from profiles.gazetteer import regions, towns

        return Atlas(towns(), regions())


def read_settings() -> ProfilesSettings:
    return ProfilesSettings.from_environment()


def wire(settings: ProfilesSettings) -> Wiring:
    return Wiring(
        settings=settings,
        database=Database(settings.database_url),
        links=MediaLinks(settings.media_keys),
        media=PictureStore(settings.media_url),
        veiled=VeiledLinks(settings.media_keys),
        bookmarks=Bookmarks(settings.cursor_keys),
        sites=SiteDirectory(settings.sites_dir),
        evidence=ChatEvidence(peer(settings, "chat")),
        accounts=IdentityAccounts(peer(settings, "identity")),
    )
