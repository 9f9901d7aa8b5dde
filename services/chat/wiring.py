"""What a process of chat holds, built once."""

from dataclasses import dataclass

from pictures import PictureStore
from servicekit.rpc import peer
from servicekit.storage import Database
from sites import SiteDirectory

from chat.clients.billing import BillingWallets
from chat.clients.identity import IdentityGreetings
from chat.clients.profiles import PictureChecks, ProfileCards
from chat.clients.typing import RedisTyping
from chat.photo_links import PhotoLinks
from chat.ports import Billing, Cards, Greetings, PictureCheck, Typing
from chat.settings import ChatSettings
from chat.storage import ChatUnit


@dataclass(frozen=True)
class Wiring:
    settings: ChatSettings
    database: Database
    sites: SiteDirectory
    billing: Billing
    cards: Cards
    checks: PictureCheck
    greetings: Greetings
    typing: Typing
    links: PhotoLinks
    media: PictureStore

    def unit_of_work(self) -> ChatUnit:
        return ChatUnit(self.database)


def read_settings() -> ChatSettings:
    return ChatSettings.from_environment()


def wire(settings: ChatSettings) -> Wiring:
    return Wiring(
        settings=settings,
        database=Database(settings.database_url),
        sites=SiteDirectory(settings.sites_dir),
        billing=BillingWallets(peer(settings, "billing")),
        cards=ProfileCards(peer(settings, "profiles")),
        checks=PictureChecks(peer(settings, "profiles")),
        greetings=IdentityGreetings(peer(settings, "identity")),
        typing=RedisTyping(settings.redis_url),
        links=PhotoLinks(settings.media_keys),
        media=PictureStore(settings.media_url),
    )
