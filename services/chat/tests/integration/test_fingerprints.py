"""Perceptual hashes of photos that came to the desk with a complaint: of no other photo, and never the picture."""

from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import pytest
from chat.rpc.evidence import EvidenceServicer
from chat.tests.world import World
from chat.usecases.show_messages import EvidenceRequest, show_messages
from chat.wiring import Wiring
from pairwise.chat.v1.evidence_pb2 import GetFingerprintRequest, GetFingerprintResponse
from shared.kit.core import REPOSITORY, Malformed, NotFound
from shared.kit.testing.web import Browser
from shared.pictures import NEAR, Crop, hashes_of, process_image

PORTRAIT = REPOSITORY / "scripts" / "demo" / "portraits" / "photos" / "w001-1.webp"
Ask = Callable[..., GetFingerprintResponse]


@pytest.fixture
def ask(wired: Wiring) -> Ask:
    def ask(message_id: object, pool: int = 1) -> GetFingerprintResponse:
        request = GetFingerprintRequest(message_id=str(message_id), pool=pool)
        return EvidenceServicer(wired).GetFingerprint(request, Mock())

    return ask


@pytest.fixture
def sent(world: World, browser: Browser) -> tuple[UUID, UUID, UUID]:
    """A photo that Ann sent to Bo: its message and the two."""
    ann, bo, message = world.a_member("Ann"), world.a_member("Bo"), uuid4()
    fields = {"id": str(message), "profile_id": str(bo), "text": ""}
    answer = browser.as_member(ann).upload("/api/chat-photo.php", fields, photo=PORTRAIT.read_bytes())
    assert answer.status_code == 201, answer.json
    return message, ann, bo


def distance(one: bytes, other: bytes) -> int:
    return (int.from_bytes(one) ^ int.from_bytes(other)).bit_count()


def test_an_upload_of_the_picture_is_recognised_by_the_hashes_of_its_file(
    world: World, ask: Ask, sent: tuple[UUID, UUID, UUID]
) -> None:
    message, ann, bo = sent
    show_messages(world.unit(), bo, EvidenceRequest(partner_id=ann, message_ids=[message]))

    answer = ask(message)

    [uploaded, *_] = hashes_of(process_image(PORTRAIT.read_bytes(), cut=Crop.WHOLE).fingerprint)
    assert min(distance(uploaded, stored) for stored in hashes_of(answer.fingerprint)) <= NEAR
    assert [field.name for field in answer.DESCRIPTOR.fields] == ["fingerprint"]


def test_only_of_what_came_with_a_complaint_to_this_desk(
    wired: Wiring, world: World, ask: Ask, sent: tuple[UUID, UUID, UUID]
) -> None:
    message, ann, bo = sent
    words = world.send(ann, bo)
    for unknown in (message, words.id, uuid4()):
        with pytest.raises(NotFound):
            ask(unknown)
    show_messages(world.unit(), bo, EvidenceRequest(partner_id=ann, message_ids=[message, words.id]))

    with pytest.raises(NotFound):
        ask(words.id)
    with pytest.raises(NotFound):
        ask(message, pool=2)
    for path in Path(urlsplit(wired.settings.media_url).path).rglob("*.webp"):
        path.unlink()
    with pytest.raises(NotFound):
        ask(message)


@pytest.mark.parametrize("message_id", ["", "1", "g" * 32])
def test_an_id_that_is_none_is_malformed(ask: Ask, message_id: str) -> None:
    with pytest.raises(Malformed):
        ask(message_id)
