"""What a process of the lander holds, built once."""

from dataclasses import dataclass

from servicekit.storage import Database
from servicekit.texts import Texts
from sites import SiteDirectory

from lander.settings import LanderSettings
from lander.storage import LanderUnit


@dataclass(frozen=True)
class Wiring:
    settings: LanderSettings
    database: Database
    sites: SiteDirectory
    texts: Texts

    def unit_of_work(self) -> LanderUnit:
        return LanderUnit(self.database)


def read_settings() -> LanderSettings:
    return LanderSettings.from_environment()


def wire(settings: LanderSettings) -> Wiring:
    return Wiring(
        settings=settings,
        database=Database(settings.database_url),
        sites=SiteDirectory(settings.sites_dir),
        texts=Texts(settings.locales_dir, "lander"),
    )
