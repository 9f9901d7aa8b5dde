"""Photos in chats: sending, opening and serving them, and showing evidence to the desk."""

import hashlib
from uuid import UUID

from flask import Blueprint, Response, request
from shared.kit.core import ClientId, NotFound
from shared.kit.http import Input, Output, caller, endpoint
from shared.pictures import Crop, process_image
from shared.pictures.serving import serve_file

from chat.domain.message import Draft, Kind
from chat.usecases.look_at_photo import find_files, find_photo, open_photo, view_evidence
from chat.usecases.send_message import Limits
from chat.usecases.send_photo import PhotoDependencies, send_photo
from chat.web.context import current_site, wiring
from chat.web.messages import Message, SentAnswer

photos = Blueprint("photos", __name__)
LARGE = "800"


class PhotoForm(Input):
    id: ClientId
    profile_id: UUID
    text: str = ""
    judged_by_domain = frozenset({"text"})
    photo: bytes


class FindPhoto(Input):
    message_id: UUID


class OpenPhoto(Input):
    message_id: UUID


class PhotoMessageAnswer(Output):
    message: Message


@photos.post("/api/chat-photo.php")
@endpoint(status=201)
def post_photo_message(form: PhotoForm) -> SentAnswer:
    """Send a photo, with or without words."""
    dependencies, site, sender = wiring(), current_site(), caller()
    draft = Draft(
        form.id,
        sender.member_id,
        form.profile_id,
        form.text,
        Kind.PHOTO,
        upload_hash=hashlib.sha256(form.photo).digest(),
    )
    limits = Limits(site.message_length, site.free_conversations, sender.is_premium)
    photo_dependencies = PhotoDependencies(
        dependencies.unit_of_work,
        dependencies.media,
        lambda content: process_image(content, cut=Crop.WHOLE),
        dependencies.checks,
        sender.site,
    )
    message, wallet = send_photo(photo_dependencies, dependencies.billing, limits, draft, form.photo)
    return SentAnswer.of(message, wallet, dependencies.links)


@photos.get("/api/chat-photo.php")
@endpoint()
def get_photo_message(query: FindPhoto) -> PhotoMessageAnswer:
    """The message of a photo, with links that hold again."""
    dependencies, viewer_id = wiring(), caller().member_id
    found = find_photo(dependencies.unit_of_work(), viewer_id, query.message_id)
    return PhotoMessageAnswer(message=Message.of(found, viewer_id, dependencies.links))


@photos.put("/api/chat-photo.php")
@endpoint()
def put_photo(body: OpenPhoto) -> PhotoMessageAnswer:
    """Open a stranger's photo, which is blurred until then."""
    dependencies, viewer_id = wiring(), caller().member_id
    opened = open_photo(dependencies.unit_of_work(), viewer_id, body.message_id)
    return PhotoMessageAnswer(message=Message.of(opened, viewer_id, dependencies.links))


@photos.get("/chat-media/<uuid:message>/<variant>.webp")
@endpoint(media_type="image/webp")
def get_message_photo(message: UUID, variant: str) -> Response:
    """One size of a photo, by a link that was made for the caller. Every flaw of the link is the same 404."""
    dependencies, viewer_id = wiring(), caller().member_id
    expires = dependencies.links.expiry_of(message, variant, viewer_id, request.args)
    if expires is None:
        raise NotFound()
    media, seconds_left = find_files(dependencies.unit_of_work(), viewer_id, message, variant, expires)
    return serve_file(dependencies.media, media, variant, f"private, max-age={seconds_left}, immutable")


@photos.get("/api/staff-chat-photo.php")
@endpoint(media_type="image/webp")
def get_proof(query: FindPhoto) -> Response:
    """A photo that came to the desk with a complaint; served after the view is on record."""
    dependencies = wiring()
    here = caller()
    pool = dependencies.sites.pool_of(here.site)
    media = view_evidence(dependencies.unit_of_work(), here.member_id, here.own_ids, query.message_id, pool)
    return serve_file(dependencies.media, media, LARGE, "private, no-store")
