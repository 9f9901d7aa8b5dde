"""The second format of voice messages, for browsers that play no Opus in Ogg."""

from io import BytesIO
from uuid import uuid4

import pytest
import soundfile  # type: ignore[import-untyped]
from chat.events.from_identity import erase_member
from chat.tests.world import World
from chat.usecases.keep_mp3 import keep_mp3
from chat.wiring import Wiring
from pairwise.identity.v1.events_pb2 import MemberErased
from shared.kit.core import NotFound
from shared.kit.testing.web import Browser
from shared.pictures import SOUND, SOUND_MP3, delete_unreferenced_media
from shared.sounds import sound_processing
from shared.sounds.tests.makers import wav


def test_a_browser_without_opus_plays_mp3_of_old_messages_too_which_goes_with_the_account(
    wired: Wiring, world: World, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo, eve = world.a_member("Ann", credits=10), world.a_member("Bo"), world.a_member("Eve")
    browser.as_member(ann).upload("/api/chat-voice.php", {"id": str(uuid4()), "profile_id": str(bo)}, voice=wav(1.5))
    [message] = browser.as_member(bo).get("/api/chat.php", profile=str(ann)).json["messages"]
    src = message["voice"]["mp3_src"]

    first = browser.get(src)
    assert (first.status_code, first.mimetype) == (200, "audio/mpeg")
    assert soundfile.SoundFile(BytesIO(first.data)).format == "MP3"
    monkeypatch.setattr(sound_processing, "_run_child", lambda *_: pytest.fail("it was made twice"))
    assert browser.get(src).data == first.data
    with world.unit() as uow:
        [media] = uow.photos.sounds_of(ann)
    assert wired.media.has(media, SOUND_MP3)
    assert browser.as_member(eve).get(src).status_code == 404

    with world.unit() as uow:
        erase_member(uow, MemberErased(member_id=str(ann)), None)  # type: ignore[arg-type]
        uow.commit()
    world.change("UPDATE loose_media SET since = now() - interval '11 minutes'")
    delete_unreferenced_media(wired.unit_of_work, wired.media)
    assert not wired.media.has(media, SOUND_MP3)
    assert browser.as_member(bo).get(src).status_code == 404


def test_a_recording_erased_while_mp3_is_made_of_it_leaves_no_file(wired: Wiring) -> None:
    wired.media.write("voices/a", {SOUND: b"OggS"})

    def erased_meanwhile(_: bytes) -> bytes:
        wired.media.clear("voices/a")
        return b"mp3"

    with pytest.raises(NotFound):
        keep_mp3(wired.media, "voices/a", erased_meanwhile)
    assert not wired.media.has("voices/a", SOUND_MP3)
