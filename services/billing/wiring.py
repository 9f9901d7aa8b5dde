"""What a process of billing holds, built once."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from servicekit.rpc import peer
from servicekit.storage import Database
from servicekit.texts import Texts
from sites import SiteDirectory

from billing.clients.mollie import MolliePayments
from billing.clients.profiles import ProfilePartners
from billing.clients.sms import HttpTextMessages
from billing.ports import Partners, PaymentProvider, TextMessages
from billing.sealing import Fields
from billing.settings import BillingSettings
from billing.storage import BillingUnit


@dataclass(frozen=True)
class Wiring:
    settings: BillingSettings
    database: Database
    sites: SiteDirectory
    # Whose prices and gift hold for a member of whose sign-up we have not heard yet.
    default_site: str
    provider: PaymentProvider
    partners: Partners
    messages: TextMessages
    fields: Fields
    mail_texts: Texts
    texts: Texts
    gift_texts: Texts

    def unit_of_work(self) -> BillingUnit:
        return BillingUnit(self.database, self.fields)


def read_settings() -> BillingSettings:
    return BillingSettings.from_environment()


def wire(settings: BillingSettings) -> Wiring:
    sites = SiteDirectory(settings.sites_dir)
    return Wiring(
        settings=settings,
        database=Database(settings.database_url),
        sites=sites,
        default_site=sites.key_for(urlsplit(settings.public_url).netloc),
        provider=MolliePayments(settings),
        partners=ProfilePartners(peer(settings, "profiles")),
        messages=HttpTextMessages(settings.sms_url, is_production=settings.environment == "production"),
        fields=Fields(settings.field_keys, settings.field_hash_keys),
        mail_texts=Texts(settings.locales_dir, "mails"),
        texts=Texts(settings.locales_dir, "credits"),
        gift_texts=Texts(settings.locales_dir, "gifts"),
    )
