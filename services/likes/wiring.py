"""What a process of likes holds, built once."""

from dataclasses import dataclass

from servicekit.settings import Settings
from servicekit.storage import Database

from likes.clients.profiles import ProfileCards
from likes.ports import Cards
from likes.storage import LikesUnit


@dataclass(frozen=True)
class Wiring:
    settings: Settings
    database: Database
    cards: Cards

    def unit_of_work(self) -> LikesUnit:
        return LikesUnit(self.database)


def read_settings() -> Settings:
    return Settings.from_environment()


def wire(settings: Settings) -> Wiring:
    return Wiring(
        settings=settings,
        database=Database(settings.database_url),
        cards=ProfileCards(settings.rpc_addresses["profiles"]),
    )
