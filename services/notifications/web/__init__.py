"""HTTP API of notifications, for browsers, mailboxes and the providers of mail and text messages."""

from notifications.web.campaigns import campaigns
from notifications.web.mail_reports import mail_reports
from notifications.web.pages import pages
from notifications.web.preferences import preferences
from notifications.web.push import push
from notifications.web.segments import segments
from notifications.web.support import support
from notifications.web.support_inbox import support_inbox
from notifications.web.support_mail import support_mail
from notifications.web.text_reports import text_reports
from notifications.web.unsubscribing import unsubscribing

BLUEPRINTS = [
    campaigns,
    mail_reports,
    pages,
    preferences,
    push,
    segments,
    support,
    support_inbox,
    support_mail,
    text_reports,
    unsubscribing,
]
