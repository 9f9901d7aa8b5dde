"""Voice messages: sending, serving and renewing them, and playing evidence at the desk."""

import hashlib
from uuid import UUID

from flask import Blueprint, Response, request
from shared.kit.core import ClientId, NotFound
from shared.kit.http import Input, Output, caller, endpoint
from shared.pictures import SOUND, SOUND_MP3
from shared.pictures.serving import serve_file
from shared.sounds import mp3_of, process_sound

from chat.domain.message import Draft, Kind
from chat.usecases.keep_mp3 import keep_mp3
from chat.usecases.look_at_photo import find_photo, find_sound, view_evidence
from chat.usecases.send_message import Limits
from chat.usecases.send_voice import VoiceDependencies, send_voice
from chat.web.context import current_site, wiring
from chat.web.messages import Message, SentAnswer

voices = Blueprint("voices", __name__)


class VoiceForm(Input):
    """A recording: WAV with PCM of 16 bits, mono, 24,000 samples a second, at most 60 seconds."""

    id: ClientId
    profile_id: UUID
    voice: bytes


class FindVoice(Input):
    message_id: UUID


class VoiceMessageAnswer(Output):
    message: Message


@voices.post("/api/chat-voice.php")
@endpoint(status=201)
def post_voice_message(form: VoiceForm) -> SentAnswer:
    """Send a voice message."""
    dependencies, site, sender = wiring(), current_site(), caller()
    draft = Draft(
        form.id,
        sender.member_id,
        form.profile_id,
        "",
        Kind.VOICE,
        upload_hash=hashlib.sha256(form.voice).digest(),
    )
    limits = Limits(site.message_length, site.free_conversations, sender.is_premium)
    voice_dependencies = VoiceDependencies(dependencies.unit_of_work, dependencies.media, process_sound)
    message, wallet = send_voice(voice_dependencies, dependencies.billing, limits, draft, form.voice)
    return SentAnswer.of(message, wallet, dependencies.links)


@voices.get("/api/chat-voice.php")
@endpoint()
def get_voice_message(query: FindVoice) -> VoiceMessageAnswer:
    """A voice message with a fresh link; the one before expires after some minutes."""
    dependencies, viewer_id = wiring(), caller().member_id
    found = find_photo(dependencies.unit_of_work(), viewer_id, query.message_id)
    if found.voice is None:
        raise NotFound()
    return VoiceMessageAnswer(message=Message.of(found, viewer_id, dependencies.links))


@voices.get("/chat-media/<uuid:message>/sound.ogg")
@endpoint(media_type="audio/ogg")
def get_message_sound(message: UUID) -> Response:
    """A recording, whole or a range of it, by a link that was made for the caller. Every flaw of the link is the same
    404."""
    dependencies, viewer_id = wiring(), caller().member_id
    expires = dependencies.links.expiry_of(message, SOUND, viewer_id, request.args)
    if expires is None:
        raise NotFound()
    media, seconds_left = find_sound(dependencies.unit_of_work(), viewer_id, message, expires)
    return serve_file(dependencies.media, media, SOUND, f"private, max-age={seconds_left}, immutable")


@voices.get("/chat-media/<uuid:message>/sound.mp3")
@endpoint(media_type="audio/mpeg")
def get_message_mp3(message: UUID) -> Response:
    """The recording for browsers that play no Opus in Ogg, by a link of its own."""
    dependencies, viewer_id = wiring(), caller().member_id
    expires = dependencies.links.expiry_of(message, SOUND_MP3, viewer_id, request.args)
    if expires is None:
        raise NotFound()
    media, seconds_left = find_sound(dependencies.unit_of_work(), viewer_id, message, expires)
    keep_mp3(dependencies.media, media, mp3_of)
    return serve_file(dependencies.media, media, SOUND_MP3, f"private, max-age={seconds_left}, immutable")


@voices.get("/api/staff-chat-voice.php")
@endpoint(media_type="audio/ogg")
def get_sound_proof(query: FindVoice) -> Response:
    """A recording that came to the desk with a complaint; served after the view is on record."""
    dependencies, here = wiring(), caller()
    pool = dependencies.sites.pool_of(here.site)
    media = view_evidence(dependencies.unit_of_work(), here.member_id, here.own_ids, query.message_id, pool)
    return serve_file(dependencies.media, media, SOUND, "private, no-store")
