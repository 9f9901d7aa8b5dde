"""What a process of billing holds, built once."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from servicekit.storage import Database
from servicekit.texts import Texts
from sites import SiteDirectory

from billing.clients.mollie import MolliePayments
from billing.clients.profiles import ProfilePartners
from billing.ports import Partners, PaymentProvider
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
    texts: Texts

    def unit_of_work(self) -> BillingUnit:
        return BillingUnit(self.database)


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
        partners=ProfilePartners(settings.rpc_addresses["profiles"]),
        texts=Texts(settings.locales_dir, "credits"),
    )
