from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from billing.events.from_chat import keep_charges_of_sent
from billing.tests.makers import (
    FakeProvider,
    a_charge,
    a_member,
    a_purchase,
    an_order,
    balance,
    make_overdue,
    nothing_is_off,
)
from billing.usecases.handle_webhook import handle_webhook
from billing.wiring import Wiring
from billing.worker import consumers
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from nats.aio.msg import Msg
from pairwise.billing.v1.events_pb2 import BecamePremium, CreditsChanged, PaymentCompleted, PaymentFailed
from pairwise.chat.v1.events_pb2 import MessageSent
from pairwise.identity.v1.events_pb2 import MemberSignedUp
from shared.kit.core import subject_of
from shared.kit.db import Database
from shared.kit.events.consumers import handle_once
from shared.kit.testing.announced import announced
from shared.kit.testing.golden import golden_event

pytestmark = pytest.mark.usefixtures("database")

Deliver = Callable[[Message], str]


@pytest.fixture
def deliver(wired: Wiring) -> Deliver:
    """Handle an event as the worker does; one delivered again under the same id is `repeated`."""
    by_subject = {consumer.subject: consumer for consumer in consumers(wired)}
    ids: dict[bytes, str] = {}

    def deliver_one(event: Message) -> str:
        data, subject = event.SerializeToString(), subject_of(type(event))
        headers = {"Nats-Msg-Id": ids.setdefault(data, str(uuid4()))}
        message: Any = Msg(_client=None, subject=subject, data=data, headers=headers)  # type: ignore[arg-type]
        return handle_once(wired.unit_of_work, by_subject[subject], message)

    return deliver_one


def test_a_sign_up_opens_a_wallet_with_the_gift_once(wired: Wiring, deliver: Deliver, database: Database) -> None:
    event = golden_event(MemberSignedUp)

    assert [deliver(event), deliver(event)] == ["handled", "repeated"]
    assert balance(wired, UUID(event.member_id)) == (6, 3)
    assert len(announced(database, CreditsChanged)) == 1
    assert nothing_is_off(wired)


def test_a_sign_up_event_after_the_first_message_adds_nothing(wired: Wiring, deliver: Deliver) -> None:
    event = golden_event(MemberSignedUp)
    a_charge(wired, UUID(event.member_id))

    deliver(event)

    assert balance(wired, UUID(event.member_id)) == (6, 2)


def test_a_message_that_was_sent_settles_its_charge(wired: Wiring, deliver: Deliver, database: Database) -> None:
    event, ann = golden_event(MessageSent), a_member(wired)
    a_charge(wired, ann, UUID(event.message_id))

    assert [deliver(event), deliver(event)] == ["handled", "handled"]
    make_overdue(database)
    with wired.unit_of_work() as uow:
        assert not uow.settlements.settle(UUID(event.message_id))


def test_a_batch_of_messages_settles_all_their_charges(wired: Wiring, database: Database) -> None:
    ann, sent = a_member(wired), [uuid4() for _ in range(3)]
    for message_id in sent:
        a_charge(wired, ann, message_id)

    with wired.unit_of_work() as uow:
        events = [MessageSent(message_id=str(message_id), sender_id=str(ann)) for message_id in sent]
        keep_charges_of_sent(uow, events, wired)
        uow.commit()

    make_overdue(database)
    with wired.unit_of_work() as uow:
        assert not any(uow.settlements.settle(message_id) for message_id in sent)
    assert [event.version for event in announced(database, CreditsChanged)] == [1, 4], "one event for the batch"
    assert nothing_is_off(wired)


def test_a_message_that_is_confirmed_again_announces_nothing(
    wired: Wiring, deliver: Deliver, database: Database
) -> None:
    event = golden_event(MessageSent)
    a_charge(wired, a_member(wired, UUID(event.sender_id)), UUID(event.message_id))

    for _ in range(3):
        deliver(event)

    assert [each.version for each in announced(database, CreditsChanged)] == [1, 2]


def test_a_message_without_a_charge_is_ignored(deliver: Deliver) -> None:
    assert deliver(golden_event(MessageSent)) == "handled"


def test_published_events_have_the_fields_of_their_golden_files(
    wired: Wiring, database: Database, provider: FakeProvider
) -> None:
    ann = a_member(wired)
    for _ in range(2):
        a_charge(wired, ann)
    a_purchase(wired, provider, ann)
    failed = an_order(wired, provider, ann)
    provider.change(str(failed.provider_id), status="failed")
    handle_webhook(wired.unit_of_work(), provider, str(failed.provider_id))

    for event in (CreditsChanged, BecamePremium, PaymentCompleted, PaymentFailed):
        published = announced(database, event)[-1]
        # This purchase is without a discount code.
        assert set(MessageToDict(published)) == set(MessageToDict(golden_event(event))) - {"discountCode"}
