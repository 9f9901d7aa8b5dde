from flask import Blueprint
from servicekit.web import caller, endpoint

from chat.usecases.send_message import Limits, send_message
from chat.web.context import current_site, wiring
from chat.web.models import SendMessage, SentAnswer

messages = Blueprint("messages", __name__, url_prefix="/api")


@messages.post("/chat.php")
@endpoint(status=201)
def post_chat(body: SendMessage) -> SentAnswer:
    """Send a message, or a gift; the first one begins the conversation."""
    held, site, sender = wiring(), current_site(), caller()
    limits = Limits(site.message_length, site.free_conversations, sender.is_premium)
    message, wallet = send_message(held.unit_of_work(), held.billing, limits, body.draft(sender.member_id))
    return SentAnswer.of(message, wallet, held.links)
