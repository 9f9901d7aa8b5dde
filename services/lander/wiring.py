"""Dependencies of a lander process, built once."""

from collections.abc import Mapping
from dataclasses import dataclass

from shared.kit.core import Texts
from shared.kit.db import Database
from shared.kit.grpc import peer
from shared.sites import SiteDirectory

from lander.catalogue import Catalogue
from lander.clients.profiles import ProfilesClient
from lander.picture_files import PictureFiles
from lander.ports import MemberCards, PictureChecks
from lander.renderings import Renderings
from lander.settings import LanderSettings
from lander.storage import LanderUnit


@dataclass(frozen=True)
class Wiring:
    settings: LanderSettings
    database: Database
    sites: SiteDirectory
    # By the name of their file.
    texts: Mapping[str, Texts]
    catalogue: Catalogue
    renderings: Renderings
    members: MemberCards
    pictures: PictureChecks
    picture_files: PictureFiles

    def unit_of_work(self) -> LanderUnit:
        return LanderUnit(self.database)


def read_settings() -> LanderSettings:
    return LanderSettings.from_environment()


def wire(settings: LanderSettings) -> Wiring:
    database = Database.of(settings)
    profiles = ProfilesClient(peer(settings, "profiles"))
    return Wiring(
        settings=settings,
        database=database,
        sites=SiteDirectory(settings.sites_dir, settings.public_url),
        texts={name: Texts(settings.locales_dir, name) for name in ("lander", "account", "common", "errors")},
        catalogue=Catalogue(lambda: LanderUnit(database)),
        renderings=Renderings(settings.source_keys),
        members=profiles,
        pictures=profiles,
        picture_files=PictureFiles(lambda: LanderUnit(database)),
    )
