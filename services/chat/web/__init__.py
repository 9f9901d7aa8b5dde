"""HTTP endpoints of chat."""

from chat.web.calls import calls
from chat.web.chats import chats
from chat.web.fictional_queue import fictional_queue
from chat.web.message_changes import message_changes
from chat.web.messages import messages
from chat.web.offers import offers
from chat.web.photos import photos
from chat.web.translations import translations
from chat.web.typing import typing
from chat.web.voices import voices

BLUEPRINTS = [calls, chats, messages, message_changes, photos, voices, offers, typing, translations, fictional_queue]
