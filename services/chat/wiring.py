"""Dependencies of a process of chat."""

from dataclasses import dataclass

from shared.kit.db import GENERIC_PLANS, Database
from shared.kit.grpc import peer
from shared.pictures import PictureStore
from shared.sites import SiteDirectory

from chat.clients.billing import BillingWallets
from chat.clients.call_signals import RedisSignals
from chat.clients.identity import IdentityGreetings
from chat.clients.member_channel import FeedPublisher
from chat.clients.profiles import PictureChecks, ProfileCards
from chat.clients.translator import LibreTranslate
from chat.clients.typing import RedisTyping
from chat.photo_links import PhotoLinks
from chat.ports import Billing, Cards, Greetings, OpenPages, PictureCheck, Signals, Translator, Typing
from chat.settings import ChatSettings
from chat.storage import ChatUnit
from chat.storage.feed import FEED
from chat.usecases.send_message import SendBatches


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
    translator: Translator
    signals: Signals
    links: PhotoLinks
    media: PictureStore
    # Of the live process alone.
    send_batches: SendBatches | None = None
    pages: OpenPages | None = None

    def unit_of_work(self) -> ChatUnit:
        return ChatUnit(self.database, self.pages)


def read_settings() -> ChatSettings:
    return ChatSettings.from_environment()


def wire(settings: ChatSettings) -> Wiring:
    database = Database.of(settings, **(GENERIC_PLANS if settings.process == "live" else {}))
    database.commit_notifier.publish_with(FEED, FeedPublisher(settings.redis_url).publish)
    sites = SiteDirectory(settings.sites_dir, settings.public_url)
    return Wiring(
        settings=settings,
        database=database,
        sites=sites,
        billing=BillingWallets(peer(settings, "billing")),
        cards=ProfileCards(peer(settings, "profiles")),
        checks=PictureChecks(peer(settings, "profiles"), sites),
        greetings=IdentityGreetings(peer(settings, "identity")),
        typing=RedisTyping(settings.redis_url),
        translator=LibreTranslate(settings),
        signals=RedisSignals(settings.redis_url),
        links=PhotoLinks(settings.media_keys),
        media=PictureStore(settings.media_url),
    )
