"""What a process of notifications holds, built once."""

from dataclasses import dataclass

from servicekit.rpc import peer
from servicekit.storage import Database
from servicekit.texts import Texts
from sites import SiteDirectory

from notifications.clients.identity import IdentityContacts
from notifications.clients.profiles import ProfileSight
from notifications.clients.smtp import SmtpPost
from notifications.clients.web_push import WebPush
from notifications.letters import AnnouncementWriter, LetterWriter
from notifications.ports import Announcements, Contacts, Post, PushServices, Sight
from notifications.sealing import MailSeal
from notifications.settings import NotificationSettings
from notifications.storage import NotificationsUnit
from notifications.unsubscribe_links import UnsubscribeLinks
from notifications.usecases.send_mails import MailRoom
from notifications.usecases.send_pushes import PushRoom


@dataclass(frozen=True)
class Wiring:
    settings: NotificationSettings
    database: Database
    sites: SiteDirectory
    contacts: Contacts
    sight: Sight
    seal: MailSeal
    links: UnsubscribeLinks
    letters: LetterWriter
    post: Post
    push_services: PushServices
    announcements: Announcements

    def unit_of_work(self) -> NotificationsUnit:
        return NotificationsUnit(self.database)

    def mail_room(self) -> MailRoom:
        return MailRoom(
            unit_of_work=self.unit_of_work,
            contacts=self.contacts,
            sight=self.sight,
            seal=self.seal,
            letters=self.letters,
            post=self.post,
            is_production=self.settings.environment == "production",
        )

    def push_room(self) -> PushRoom:
        return PushRoom(
            unit_of_work=self.unit_of_work,
            contacts=self.contacts,
            sight=self.sight,
            announcements=self.announcements,
            services=self.push_services,
        )


def read_settings() -> NotificationSettings:
    return NotificationSettings.from_environment()


def wire(settings: NotificationSettings) -> Wiring:
    links, sites = UnsubscribeLinks(settings.unsubscribe_keys), SiteDirectory(settings.sites_dir)
    return Wiring(
        settings=settings,
        database=Database(settings.database_url),
        sites=sites,
        contacts=IdentityContacts(peer(settings, "identity")),
        sight=ProfileSight(peer(settings, "profiles")),
        seal=MailSeal(settings.mail_keys),
        links=links,
        letters=LetterWriter(settings.locales_dir, sites, links, settings.public_url),
        post=SmtpPost(settings.smtp_url, tls=settings.mail_encryption),
        push_services=WebPush(settings.vapid_keys, settings.push_hosts, settings.push_stand_in),
        announcements=AnnouncementWriter(Texts(settings.locales_dir, "mails"), sites),
    )
