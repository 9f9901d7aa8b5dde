"""What browsers and mailboxes ask notifications."""

from notifications.web.mail_reports import mail_reports
from notifications.web.preferences import preferences
from notifications.web.push import push
from notifications.web.unsubscribing import unsubscribing

BLUEPRINTS = [mail_reports, preferences, push, unsubscribing]
