"""Dependencies of a process of likes."""

from dataclasses import dataclass

from shared.kit.db import Database
from shared.kit.grpc import peer
from shared.sites import SiteDirectory

from likes.clients.chat import ChatOpeners
from likes.clients.profiles import ProfilesClient
from likes.ports import Openers, Profiles
from likes.settings import LikesSettings
from likes.storage import LikesUnit


@dataclass(frozen=True)
class Wiring:
    settings: LikesSettings
    database: Database
    sites: SiteDirectory
    profiles: Profiles
    openers: Openers

    def unit_of_work(self) -> LikesUnit:
        return LikesUnit(self.database)


def read_settings() -> LikesSettings:
    return LikesSettings.from_environment()


def wire(settings: LikesSettings) -> Wiring:
    return Wiring(
        settings=settings,
        database=Database.of(settings),
        sites=SiteDirectory(settings.sites_dir, settings.public_url),
        profiles=ProfilesClient(peer(settings, "profiles")),
        openers=ChatOpeners(peer(settings, "chat")),
    )
