from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from billing.tests.makers import (
    FakeProvider,
    a_charge,
    a_member,
    a_purchase,
    an_order,
    balance,
    nothing_is_off,
)
from billing.usecases.hear_webhook import hear_webhook
from billing.wiring import Wiring
from billing.worker import consumers
from billing.worker.on_message_sent import on_messages_sent
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from nats.aio.msg import Msg
from pairwise.billing.v1.events_pb2 import BecamePremium, CreditsChanged, PaymentCompleted, PaymentFailed
from pairwise.chat.v1.events_pb2 import MessageSent
from pairwise.identity.v1.events_pb2 import MemberSignedUp
from servicekit.events import subject_of
from servicekit.storage import Database
from servicekit.testing.announced import announced
from servicekit.testing.golden import golden_event
from servicekit.worker.consumers import handle_once

pytestmark = pytest.mark.usefixtures("database")

Hear = Callable[[Message], str]


@pytest.fixture
def hear(wired: Wiring) -> Hear:
    """Hear an event as the worker would; one told again under the same id is `repeated`."""
    by_subject = {consumer.subject: consumer for consumer in consumers(wired)}
    ids: dict[bytes, str] = {}

    def hear_one(event: Message) -> str:
        data, subject = event.SerializeToString(), subject_of(type(event))
        headers = {"Nats-Msg-Id": ids.setdefault(data, str(uuid4()))}
        message: Any = Msg(_client=None, subject=subject, data=data, headers=headers)  # type: ignore[arg-type]
        return handle_once(wired.unit_of_work, by_subject[subject], message)

    return hear_one


def test_a_sign_up_opens_a_wallet_with_the_gift_once(wired: Wiring, hear: Hear, database: Database) -> None:
    event = golden_event(MemberSignedUp)

    assert [hear(event), hear(event)] == ["handled", "repeated"]
    assert balance(wired, UUID(event.member_id)) == (6, 3)
    assert len(announced(database, CreditsChanged)) == 1
    assert nothing_is_off(wired)


def test_a_sign_up_heard_after_the_first_message_adds_nothing(wired: Wiring, hear: Hear) -> None:
    event = golden_event(MemberSignedUp)
    a_charge(wired, UUID(event.member_id))

    hear(event)

    assert balance(wired, UUID(event.member_id)) == (6, 2)


def test_a_message_that_was_sent_settles_its_charge(wired: Wiring, hear: Hear) -> None:
    event, ann = golden_event(MessageSent), a_member(wired)
    a_charge(wired, ann, UUID(event.message_id))

    assert [hear(event), hear(event)] == ["handled", "repeated"]
    with wired.unit_of_work() as uow:
        assert not uow.ledger.settle([UUID(event.message_id)])


def test_messages_heard_together_settle_all_their_charges(wired: Wiring) -> None:
    ann, sent = a_member(wired), [uuid4() for _ in range(3)]
    for message_id in sent:
        a_charge(wired, ann, message_id)

    with wired.unit_of_work() as uow:
        on_messages_sent(uow, [MessageSent(message_id=str(message_id), sender_id=str(ann)) for message_id in sent])
        uow.commit()

    with wired.unit_of_work() as uow:
        assert uow.ledger.settle(sent) == set()
    assert nothing_is_off(wired)


def test_a_message_nobody_was_charged_for_is_no_trouble(hear: Hear) -> None:
    assert hear(golden_event(MessageSent)) == "handled"


def test_what_we_tell_says_what_the_contract_does(wired: Wiring, database: Database, provider: FakeProvider) -> None:
    ann = a_member(wired)
    for _ in range(2):
        a_charge(wired, ann)
    a_purchase(wired, provider, ann)
    failed = an_order(wired, provider, ann)
    provider.change(str(failed.provider_id), status="failed")
    hear_webhook(wired.unit_of_work(), provider, str(failed.provider_id))

    for event in (CreditsChanged, BecamePremium, PaymentCompleted, PaymentFailed):
        told = announced(database, event)[-1]
        assert set(MessageToDict(told)) == set(MessageToDict(golden_event(event)))
