from dataclasses import replace
from uuid import UUID

import pytest
from chat.domain.conversation import ContactPermission, conversation_of
from chat.domain.message import Draft
from chat.errors import (
    Blocked,
    BlockedByYou,
    MessageEmpty,
    MessageTooLong,
    NoConversationsLeft,
    PartnerNotConfirmed,
    PartnerUnavailable,
)
from hypothesis import given
from hypothesis import strategies as st
from shared.kit.core import NotFound

ANN, BO, CY, MESSAGE = (UUID(int=number) for number in range(1, 5))
FINE = ContactPermission(
    is_recipient_known=True,
    is_recipient_there=True,
    is_recipient_confirmed=True,
    recipient_name="Bo",
    is_blocked_by_recipient=False,
    has_blocked_recipient=False,
    starter_id=None,
    conversations_started=0,
    is_premium=False,
)


def a_draft(text: str = "hello", sender: UUID = ANN, recipient: UUID = BO) -> Draft:
    return Draft(MESSAGE, sender, recipient, text)


@given(st.uuids(), st.uuids())
def test_a_pair_has_one_conversation_whoever_asks(one: UUID, other: UUID) -> None:
    assert conversation_of(one, other) == conversation_of(other, one)
    assert conversation_of(one, other) != one


@pytest.mark.parametrize("text", ["", " ", "\n\t", "\u200b\u2060\ufeff", "\u00a0\u3000", "\u202e", "\u3164\u2800"])
def test_a_message_that_nobody_sees_is_empty(text: str) -> None:
    with pytest.raises(MessageEmpty):
        a_draft(text).check(1000)


def test_length_is_counted_in_characters() -> None:
    a_draft("😀" * 10).check(10)
    with pytest.raises(MessageTooLong) as refusal:
        a_draft("😀" * 11).check(10)
    assert refusal.value.params == {"limit": 10}


@pytest.mark.parametrize(
    ("emoji", "length"),
    # A family, a flag, a skin tone, a heart and a part of a country, as webapp/src/features/chat/model/length.test.ts.
    [
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466", 7),
        ("\U0001f1e9\U0001f1f0", 2),
        ("\U0001f44d\U0001f3fd", 2),
        ("\u2764\ufe0f", 2),
        ("\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", 7),
    ],
)
def test_an_emoji_counts_what_it_is_made_of(emoji: str, length: int) -> None:
    a_draft(emoji).check(length)
    with pytest.raises(MessageTooLong):
        a_draft(emoji).check(length - 1)


@given(st.text(), st.text())
def test_only_the_same_send_has_the_same_hash(one: str, other: str) -> None:
    assert (a_draft(one).body_hash == a_draft(other).body_hash) == (one == other)
    assert a_draft(one).body_hash != a_draft(one, recipient=CY).body_hash
    assert a_draft(one).body_hash != a_draft(one, sender=BO, recipient=ANN).body_hash


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"is_recipient_known": False}, NotFound),
        ({"is_blocked_by_recipient": True}, Blocked),
        ({"is_blocked_by_recipient": True, "is_recipient_there": False}, NotFound),
        ({"is_blocked_by_recipient": True, "is_recipient_there": False, "starter_id": ANN}, Blocked),
        ({"has_blocked_recipient": True}, BlockedByYou),
        ({"is_recipient_there": False}, NotFound),
        ({"is_recipient_there": False, "starter_id": ANN}, PartnerUnavailable),
        ({"is_recipient_confirmed": False, "starter_id": BO}, PartnerNotConfirmed),
    ],
)
def test_recipients_who_may_not_be_written_to(changes: dict[str, object], refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        replace(FINE, **changes).check_contact(BO)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "changes", [{}, {"is_recipient_confirmed": False}, {"is_recipient_confirmed": False, "starter_id": ANN}]
)
def test_recipients_who_may_be_written_to(changes: dict[str, object]) -> None:
    replace(FINE, **changes).check_contact(BO)  # type: ignore[arg-type]


def test_free_members_start_so_many_and_premium_members_any() -> None:
    replace(FINE, conversations_started=1).check_limit(2, is_premium=False)
    used = replace(FINE, conversations_started=2)
    replace(used, starter_id=BO).check_limit(2, is_premium=False)
    used.check_limit(2, is_premium=True)
    replace(used, is_premium=True).check_limit(2, is_premium=False)
    with pytest.raises(NoConversationsLeft):
        used.check_limit(2, is_premium=False)
