"""Dependencies of a billing process, built once."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from shared.kit.core import MethodNames, Texts
from shared.kit.db import GENERIC_PLANS, Database
from shared.kit.grpc import peer
from shared.sites import SiteDirectory
from shared.sites.accounts import at_account
from shared.text_messages.client import ProviderTextMessages
from shared.text_messages.message import TextMessages

from billing.clients.mollie import MolliePayments
from billing.clients.profiles import ProfilePartners
from billing.clients.stripe import StripePayments
from billing.invoice_pdf import InvoicePdf
from billing.ports import Partners, PaymentProviders
from billing.sealing import SealedFields
from billing.settings import BillingSettings
from billing.storage import BillingUnit


@dataclass(frozen=True)
class Wiring:
    settings: BillingSettings
    database: Database
    sites: SiteDirectory
    # Prices and gift of a member whose MemberSignedUp has not arrived yet are those of this site.
    default_site: str
    providers: PaymentProviders
    partners: Partners
    messages: TextMessages
    fields: SealedFields
    mail_texts: Texts
    texts: Texts
    gift_texts: Texts
    methods: MethodNames
    invoice_pdf: InvoicePdf

    def unit_of_work(self) -> BillingUnit:
        return BillingUnit(self.database, self.fields)


def read_settings() -> BillingSettings:
    return BillingSettings.from_environment()


def wire(settings: BillingSettings) -> Wiring:
    sites = SiteDirectory(settings.sites_dir, settings.public_url)
    if settings.takes_real_money:
        refuse_retired_methods(sites)
    return Wiring(
        settings=settings,
        database=Database.of(settings, **(GENERIC_PLANS if settings.process == "rpc" else {})),
        sites=sites,
        default_site=sites.key_for(urlsplit(settings.public_url).netloc),
        providers=providers_of(settings),
        partners=ProfilePartners(peer(settings, "profiles")),
        messages=ProviderTextMessages(settings),
        fields=SealedFields(settings.field_keys, settings.field_hash_keys),
        mail_texts=Texts(settings.locales_dir, "mails"),
        texts=Texts(settings.locales_dir, "credits"),
        gift_texts=Texts(settings.locales_dir, "gifts"),
        methods=MethodNames(settings.locales_dir),
        invoice_pdf=InvoicePdf(settings.locales_dir, settings.fonts_dir),
    )


def providers_of(settings: BillingSettings) -> PaymentProviders:
    """The providers that the settings have keys for, once for each account."""
    providers = PaymentProviders()
    for name in ("", *settings.payment_accounts):
        account = settings.of_account(name)
        if account.has_mollie:
            providers[at_account("mollie", name)] = MolliePayments(account)
        if account.has_stripe:
            providers[at_account("stripe", name)] = StripePayments(account)
    return providers


def refuse_retired_methods(sites: SiteDirectory) -> None:
    """Raise ValueError for a site that offers a method which the live provider has no more."""
    for key, site in sites.items():
        for method, reason in site.retired_methods.items():
            raise ValueError(f"{key} cannot offer {method} with a live payment provider: {reason}")
