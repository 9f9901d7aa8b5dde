"""What a process of likes holds, built once."""

from dataclasses import dataclass

from servicekit.rpc import peer
from servicekit.storage import Database
from sites import SiteDirectory

from likes.clients.profiles import ProfileCards
from likes.ports import Cards
from likes.settings import LikesSettings
from likes.storage import LikesUnit


@dataclass(frozen=True)
class Wiring:
    settings: LikesSettings
    database: Database
    sites: SiteDirectory
    cards: Cards

    def unit_of_work(self) -> LikesUnit:
        return LikesUnit(self.database)


def read_settings() -> LikesSettings:
    return LikesSettings.from_environment()


def wire(settings: LikesSettings) -> Wiring:
    return Wiring(
        settings=settings,
        database=Database(settings.database_url),
        sites=SiteDirectory(settings.sites_dir),
        cards=ProfileCards(peer(settings, "profiles")),
    )
