import hashlib
from uuid import UUID

from flask import Blueprint, Response, request
from pictures import Cut, develop
from servicekit.errors import NotFound
from servicekit.security_log import log_security_event
from servicekit.web import caller, endpoint

from chat.domain.message import Draft, Kind
from chat.security_events import Action
from chat.usecases.look_at_photo import find_files, find_photo, find_proof, open_photo
from chat.usecases.send_message import Limits
from chat.usecases.send_photo import Darkroom, send_photo
from chat.web.context import current_site, wiring
from chat.web.models import FindPhoto, Message, OpenPhoto, PhotoForm, PhotoMessageAnswer, SentAnswer

photos = Blueprint("photos", __name__)
LARGE = "800"


@photos.post("/api/chat-photo.php")
@endpoint(status=201)
def post_photo_message(form: PhotoForm) -> SentAnswer:
    """Send a photo, with or without words."""
    held, site, sender = wiring(), current_site(), caller()
    draft = Draft(
        form.id,
        sender.member_id,
        form.profile_id,
        form.text,
        Kind.PHOTO,
        picture_hash=hashlib.sha256(form.photo).digest(),
    )
    limits = Limits(site.message_length, site.free_conversations, sender.is_premium)
    room = Darkroom(held.unit_of_work, held.media, lambda content: develop(content, cut=Cut.WHOLE), held.checks)
    message, wallet = send_photo(room, held.billing, limits, draft, form.photo)
    return SentAnswer.of(message, wallet, held.links)


@photos.get("/api/chat-photo.php")
@endpoint()
def get_photo_message(query: FindPhoto) -> PhotoMessageAnswer:
    """The message of a photo, with links that hold again."""
    held, viewer_id = wiring(), caller().member_id
    found = find_photo(held.unit_of_work(), viewer_id, query.message_id)
    return PhotoMessageAnswer(message=Message.of(found, viewer_id, held.links))


@photos.put("/api/chat-photo.php")
@endpoint()
def put_photo(body: OpenPhoto) -> PhotoMessageAnswer:
    """See a stranger's photo, which is blurred until then."""
    held, viewer_id = wiring(), caller().member_id
    opened = open_photo(held.unit_of_work(), viewer_id, body.message_id)
    return PhotoMessageAnswer(message=Message.of(opened, viewer_id, held.links))


@photos.get("/chat-media/<uuid:message>/<variant>.webp")
@endpoint(media_type="image/webp")
def get_message_photo(message: UUID, variant: str) -> Response:
    """One size of a photo, by a link that was made for the caller. Every flaw of the link is the same 404."""
    held, viewer_id = wiring(), caller().member_id
    expires = held.links.expiry_of(message, variant, viewer_id, request.args)
    if expires is None:
        raise NotFound()
    media, seconds_left = find_files(held.unit_of_work(), viewer_id, message, variant, expires)
    return _picture(held.media.read(media, variant), f"private, max-age={seconds_left}, immutable")


@photos.get("/api/staff-chat-photo.php")
@endpoint(media_type="image/webp")
def get_proof(query: FindPhoto) -> Response:
    """A photo that came to the desk with a complaint."""
    held = wiring()
    here = caller()
    media = find_proof(held.unit_of_work(), query.message_id, held.sites.pool_of(here.site))
    log_security_event(Action.VIEW_EVIDENCE, actor_id=here.member_id, site=here.site, target_id=query.message_id)
    return _picture(held.media.read(media, LARGE), "private, no-store")


def _picture(content: bytes | None, kept: str) -> Response:
    if content is None:
        raise NotFound()
    response = Response(content, mimetype="image/webp")
    response.headers["Cache-Control"] = kept
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    return response
