"""Dependencies of a process of notifications, built once."""

from dataclasses import dataclass

from shared.kit.core import Texts
from shared.kit.db import Database
from shared.kit.grpc import peer
from shared.sites import SiteDirectory
from shared.text_messages.client import ProviderTextMessages
from shared.text_messages.message import TextMessages

from notifications.address_hashes import AddressHashes
from notifications.clients.billing import BillingCodes
from notifications.clients.identity import IdentityContacts
from notifications.clients.invoices import BillingInvoices
from notifications.clients.mail_servers import MailServers
from notifications.clients.profiles import ProfileVisibility
from notifications.clients.smtp import SmtpServer
from notifications.clients.web_push import WebPush
from notifications.emails import EmailRenderer
from notifications.ports import Contacts, DiscountCodes, Invoices, MailServer, PushServices, Visibility
from notifications.push_renderer import PushRenderer
from notifications.sealing import MailSeal
from notifications.settings import NotificationSettings
from notifications.storage import NotificationsUnit
from notifications.text_renderer import TextRenderer
from notifications.unsubscribe_links import UnsubscribeLinks
from notifications.usecases.audiences import Audiences
from notifications.usecases.send_emails import EmailDelivery
from notifications.usecases.send_pushes import PushDelivery
from notifications.usecases.send_texts import TextDelivery


@dataclass(frozen=True)
class Wiring:
    settings: NotificationSettings
    database: Database
    sites: SiteDirectory
    contacts: Contacts
    visibility: Visibility
    codes: DiscountCodes
    invoices: Invoices
    seal: MailSeal
    addresses: AddressHashes
    links: UnsubscribeLinks
    emails: EmailRenderer
    mail_server: MailServer
    mail_texts: Texts
    pushes: PushRenderer
    push_services: PushServices
    texts: TextRenderer
    text_messages: TextMessages

    def unit_of_work(self) -> NotificationsUnit:
        return NotificationsUnit(self.database)

    def audiences(self) -> Audiences:
        return Audiences(self.unit_of_work, self.contacts, self.visibility, self.settings.suppression_keys)

    def email_delivery(self) -> EmailDelivery:
        return EmailDelivery(
            unit_of_work=self.unit_of_work,
            contacts=self.contacts,
            visibility=self.visibility,
            invoices=self.invoices,
            seal=self.seal,
            addresses=self.addresses,
            renderer=self.emails,
            mail_server=self.mail_server,
            audiences=self.audiences(),
            is_production=self.settings.environment == "production",
        )

    def push_delivery(self) -> PushDelivery:
        return PushDelivery(
            unit_of_work=self.unit_of_work,
            contacts=self.contacts,
            visibility=self.visibility,
            renderer=self.pushes,
            services=self.push_services,
        )

    def text_delivery(self) -> TextDelivery:
        return TextDelivery(
            unit_of_work=self.unit_of_work,
            visibility=self.visibility,
            renderer=self.texts,
            messages=self.text_messages,
        )


def read_settings() -> NotificationSettings:
    return NotificationSettings.from_environment()


def wire(settings: NotificationSettings) -> Wiring:
    links, sites = UnsubscribeLinks(settings.unsubscribe_keys), SiteDirectory(settings.sites_dir, settings.public_url)
    texts = Texts(settings.locales_dir, "mails")
    return Wiring(
        settings=settings,
        database=Database.of(settings),
        sites=sites,
        contacts=IdentityContacts(peer(settings, "identity")),
        visibility=ProfileVisibility(peer(settings, "profiles")),
        codes=BillingCodes(peer(settings, "billing")),
        invoices=BillingInvoices(peer(settings, "billing")),
        seal=MailSeal(settings.mail_keys),
        addresses=AddressHashes(settings.suppression_keys),
        links=links,
        emails=EmailRenderer(settings.locales_dir, sites, links, settings.statement_keys, settings.mail_provider),
        mail_server=MailServers(
            sites,
            SmtpServer(settings.smtp_url, tls=settings.mail_encryption),
            {name: SmtpServer(url, tls=settings.mail_encryption) for name, url in settings.mail_accounts.items()},
        ),
        mail_texts=texts,
        pushes=PushRenderer(texts, sites),
        push_services=WebPush(settings.vapid_keys, settings.push_hosts, settings.push_stand_in),
        texts=TextRenderer(Texts(settings.locales_dir, "mails"), sites),
        text_messages=ProviderTextMessages(settings),
    )
