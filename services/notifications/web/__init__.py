"""What browsers and mailboxes ask notifications."""

from notifications.web.preferences import preferences
from notifications.web.push import push
from notifications.web.unsubscribing import unsubscribing

BLUEPRINTS = [preferences, push, unsubscribing]
