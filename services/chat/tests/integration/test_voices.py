"""Voice messages: priced as photos, played by two members and the desk, one message and one debit each."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import pytest
from chat.domain.message import Draft, Kind, Message
from chat.events.from_identity import erase_member, sent_sounds
from chat.storage.data_inventory import messages_of
from chat.tests.fakes import FakeBilling
from chat.tests.world import LIMITS, PLENTY, World
from chat.usecases.delete_old_retractions import delete_old_retractions
from chat.usecases.retract_message import retract_message
from chat.usecases.send_voice import VoiceDependencies, send_voice
from chat.usecases.settle_send import settle_send
from chat.usecases.show_messages import EvidenceRequest, show_messages
from chat.wiring import Wiring
from pairwise.chat.v1.events_pb2 import EvidenceViewed
from pairwise.identity.v1.events_pb2 import MemberErased
from shared.kit.core import PaymentRequired, Refusal
from shared.kit.core.faults import Fault, raising
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser
from shared.pictures import delete_unreferenced_media
from shared.sounds import ProcessedSound
from shared.sounds.tests.makers import wav
from werkzeug.test import TestResponse

MADE = ProcessedSound(b"OggS and more", 4_200, tuple(range(48)))
Speak = Callable[..., Message]
Sounds = Callable[[], list[str]]


@pytest.fixture
def lasting_links() -> None:
    """Here links expire as they do."""


@pytest.fixture
def sounds(wired: Wiring) -> Sounds:
    """Names of the stored recordings."""
    folder = Path(urlsplit(wired.settings.media_url).path)
    for path in folder.rglob("*.ogg"):
        path.unlink()
    return lambda: sorted(path.name for path in folder.rglob("*.ogg"))


@pytest.fixture
def speak(wired: Wiring, world: World, sounds: Sounds) -> Speak:
    """Sends a voice message without really encoding one."""

    def speak(sender: UUID, recipient: UUID, message_id: UUID | None = None, content: bytes = b"1") -> Message:
        dependencies = VoiceDependencies(world.unit, wired.media, lambda _: MADE)
        draft = Draft(message_id or uuid4(), sender, recipient, "", Kind.VOICE, upload_hash=content)
        return send_voice(dependencies, world.billing, LIMITS, draft, content)[0]

    return speak


def upload(browser: Browser, recipient: UUID, content: bytes) -> TestResponse:
    return browser.upload("/api/chat-voice.php", {"id": str(uuid4()), "profile_id": str(recipient)}, voice=content)


def voice_in(browser: Browser, viewer: UUID, partner: UUID) -> dict[str, object]:
    messages = browser.as_member(viewer).get("/api/chat.php", profile=str(partner)).json["messages"]
    [voice] = [message["voice"] for message in messages if message["kind"] == "voice"]
    return dict(voice)


def status(browser: Browser, viewer: UUID, src: object) -> int:
    return int(browser.as_member(viewer).get(str(src)).status_code)


def test_a_voice_message_is_sent_at_the_price_of_a_photo_and_played_by_both(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann", credits=10), world.a_member("Bo")

    answer = upload(browser.as_member(ann), bo, wav(1.5))

    assert answer.status_code == 201, answer.json
    message, price = answer.json["message"], answer.json["price"]
    assert (message["kind"], message["text"], message["photo"], price["balance"]) == ("voice", "", None, 6)
    assert (message["voice"]["milliseconds"], len(message["voice"]["peaks"])) == (1500, 48)
    for viewer, partner in ((ann, bo), (bo, ann)):
        src = voice_in(browser, viewer, partner)["src"]
        found = browser.get(str(src))
        assert (found.status_code, found.mimetype, found.data[:4]) == (200, "audio/ogg", b"OggS")
        assert found.headers["Cache-Control"].startswith("private")
    assert browser.get("/api/chats.php").json["chats"][0]["last_message"]["kind"] == "voice"


def test_a_player_reads_a_range(world: World, browser: Browser, speak: Speak) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    speak(ann, bo)
    src = str(voice_in(browser, bo, ann)["src"])

    part = browser._client.get(src, headers={**browser._headers, "Range": "bytes=0-1"})

    assert (part.status_code, part.data, part.headers["Content-Range"]) == (
        206,
        b"Og",
        f"bytes 0-1/{len(MADE.content)}",
    )


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "voice_empty"),
        (b"OggS" + bytes(60), "voice_wrong_type"),
        (wav(1)[:-1], "voice_broken"),
        (wav(1, volume=0), "voice_silent"),
        (wav(60.1, volume=0), "voice_too_long"),
    ],
)
def test_a_file_that_is_no_recording_costs_nothing(
    world: World, browser: Browser, sounds: Sounds, content: bytes, code: str
) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")

    answer = upload(browser.as_member(ann), bo, content)

    assert (answer.status_code, answer.json["error"]["code"]) == (422, code)
    assert world.billing.balances[ann] == PLENTY
    assert (sounds(), world.rows("SELECT 1 FROM messages"), world.rows("SELECT 1 FROM loose_media")) == ([], [], [])


def test_twenty_at_once_are_one_message_and_one_debit(
    world: World, billing: FakeBilling, speak: Speak, sounds: Sounds
) -> None:
    ann, bo, message_id = world.a_member("Ann"), world.a_member("Bo"), uuid4()

    with ThreadPoolExecutor(10) as threads:
        sent = list(threads.map(lambda _: speak(ann, bo, message_id), range(20)))

    assert len({message.media for message in sent}) == 1
    assert (list(billing.charges), billing.balances[ann]) == ([message_id], PLENTY - 4)
    assert len(sounds()) == 1
    assert world.rows("SELECT 1 FROM loose_media") == []


def test_another_recording_under_the_same_id_is_refused(world: World, speak: Speak) -> None:
    ann, bo, message_id = world.a_member("Ann"), world.a_member("Bo"), uuid4()
    speak(ann, bo, message_id, b"1")

    with pytest.raises(Refusal) as refused:
        speak(ann, bo, message_id, b"2")

    assert refused.value.code == "idempotency_key_reused"


def test_an_unpaid_one_leaves_no_file(world: World, speak: Speak, sounds: Sounds) -> None:
    ann, bo = world.a_member("Ann", credits=3), world.a_member("Bo")

    with pytest.raises(PaymentRequired):
        speak(ann, bo)

    assert (sounds(), world.rows("SELECT 1 FROM loose_media"), world.billing.balances[ann]) == ([], [], 3)


@pytest.mark.parametrize(
    "where", ["chat.files.written", "chat.send.charged", "chat.send.before_commit", "chat.send.committed"]
)
def test_after_a_crash_there_is_one_message_or_none(
    wired: Wiring, world: World, speak: Speak, sounds: Sounds, where: str
) -> None:
    ann, bo, message_id = world.a_member("Ann"), world.a_member("Bo"), uuid4()
    with raising(where), pytest.raises(Fault):
        speak(ann, bo, message_id)
    if message_id in world.billing.charges and not settle_send(world.unit(), message_id):
        world.billing.give_back(message_id)

    world.change("UPDATE loose_media SET since = now() - interval '11 minutes'")
    delete_unreferenced_media(wired.unit_of_work, wired.media)

    posted = world.one("SELECT count(*) FROM messages")
    assert world.billing.balances[ann] == PLENTY - 4 * posted
    assert len(sounds()) == posted


@pytest.mark.parametrize("why", ["blocks", "is deleted", "is hidden", "takes it back"])
def test_links_that_are_out_die_at_once(world: World, browser: Browser, speak: Speak, why: str) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    message = speak(ann, bo)
    src = voice_in(browser, bo, ann)["src"]
    assert status(browser, bo, src) == 200

    match why:
        case "blocks":
            world.block(ann, bo)
        case "is deleted":
            world.delete(ann)
        case "is hidden":
            world.moderate(ann)
        case _:
            retract_message(world.unit(), ann, message.id)

    assert status(browser, bo, src) == 404


def test_a_link_is_for_one_member_a_short_time_and_renewed(
    wired: Wiring, world: World, browser: Browser, speak: Speak
) -> None:
    ann, bo, eve = world.a_member("Ann"), world.a_member("Bo"), world.a_member("Eve")
    message = speak(ann, bo)
    src = str(voice_in(browser, bo, ann)["src"])

    assert status(browser, eve, src) == 404
    assert status(browser, eve, wired.links.fresh(message.id, "sound", eve)) == 404
    assert status(browser, bo, src.replace("sound.ogg", "800.webp")) == 404
    assert status(browser, bo, wired.links.link(message.id, "sound", bo, message.sent_at.replace(year=2020))) == 404
    find = {"message_id": str(message.id)}
    assert browser.as_member(eve).get("/api/chat-voice.php", **find).status_code == 404
    assert browser.as_member(bo).get("/api/chat-voice.php", **find).json["message"]["voice"]["src"]
    words = world.send(ann, bo)
    assert browser.get("/api/chat-voice.php", message_id=str(words.id)).status_code == 404


def test_the_desk_hears_it_in_a_case_once_that_is_on_record_also_after_it_was_taken_back(
    world: World, browser: Browser, speak: Speak
) -> None:
    ann, bo, mo = world.a_member("Ann"), world.a_member("Bo"), world.a_member("Mo")
    shown, other = speak(ann, bo), speak(ann, bo, content=b"2")
    retract_message(world.unit(), ann, shown.id)
    [evidence] = show_messages(world.unit(), bo, EvidenceRequest(partner_id=ann, message_ids=[shown.id])).messages
    assert (evidence.kind, evidence.voice is not None) == (Kind.VOICE, True)

    desk = browser.as_member(mo, staff=True)
    answers = [desk.get("/api/staff-chat-voice.php", message_id=str(message.id)) for message in (shown, other)]

    assert [answer.status_code for answer in answers] == [200, 404]
    assert answers[0].data == MADE.content
    assert [viewed.message_id for viewed in announced(world.database, EvidenceViewed)] == [str(shown.id)]
    assert browser.as_member(bo).get("/api/staff-chat-voice.php", message_id=str(shown.id)).status_code == 403


def test_proof_outlives_what_was_only_taken_back(world: World, speak: Speak) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    plain, proof = speak(ann, bo), speak(ann, bo, content=b"2")
    show_messages(world.unit(), bo, EvidenceRequest(partner_id=ann, message_ids=[proof.id]))
    for message in (plain, proof):
        retract_message(world.unit(), ann, message.id)
    world.change("UPDATE retracted_contents SET retracted_at = now() - interval '91 days'")

    delete_old_retractions(world.unit)

    assert world.rows("SELECT message_id FROM retracted_contents") == [(proof.id,)]
    assert world.rows("SELECT media FROM loose_media") == [(plain.media,)]


def test_it_is_in_the_copy_and_goes_with_the_account(
    wired: Wiring, world: World, browser: Browser, speak: Speak, sounds: Sounds
) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    speak(ann, bo)
    retract_message(world.unit(), ann, speak(ann, bo, content=b"2").id)
    speak(bo, ann)
    with world.unit() as uow:
        assert [(file.name, file.content) for file in sent_sounds(uow, ann, wired)] == [
            ("chat/voice/1.ogg", MADE.content),
            ("chat/voice/2.ogg", MADE.content),
        ]
        assert [message["kind"] for message in messages_of(uow.session, bo)] == ["voice"] * 3

    with world.unit() as uow:
        erase_member(uow, MemberErased(member_id=str(ann)), None)  # type: ignore[arg-type]
        uow.commit()
    world.change("UPDATE loose_media SET since = now() - interval '11 minutes'")
    delete_unreferenced_media(wired.unit_of_work, wired.media)

    assert len(sounds()) == 1
    messages = browser.as_member(bo).get("/api/chat.php", profile=str(ann)).json["messages"]
    assert [message["voice"] is None for message in messages] == [True, True, False]


def test_the_same_recording_to_many_strangers_is_refused(world: World, speak: Speak) -> None:
    ann = world.a_member("Ann")
    for _ in range(5):
        speak(ann, world.a_member())

    with pytest.raises(Refusal) as refused:
        speak(ann, world.a_member())

    assert refused.value.code == "same_text_to_many"
