import json
from datetime import UTC, datetime
from uuid import UUID

from chat.domain.feed_event import FeedEvent
from chat.domain.message import Message
from chat.live import sse
from chat.photo_links import PhotoLinks
from hypothesis import given
from hypothesis import strategies as st
from shared.kit.core import SigningKeys
from shared.kit.core.keys import encoded

ANN, BO, CONVERSATION, MESSAGE = (UUID(int=number) for number in range(1, 5))
LINKS = PhotoLinks(SigningKeys(encoded(bytes(range(32)))))


@given(st.text())
def test_nobodys_words_end_an_event(text: str) -> None:
    written = Message(MESSAGE, CONVERSATION, 1, ANN, text, datetime(2026, 6, 1, 12, tzinfo=UTC))

    sent = sse.message(written, FeedEvent(BO, "message", ANN), 3, 7, LINKS).decode()

    assert sent.endswith("\n\n")
    number, name, data = sent[:-2].split("\n")
    assert (number, name) == ("id: 7", "event: message")
    found = json.loads(data.removeprefix("data: "))
    assert (found["message"]["text"], found["message"]["own"], found["total_unread_messages"]) == (text, False, 3)


def test_typing_has_no_position() -> None:
    assert b"id:" not in sse.typing(ANN, BO)
