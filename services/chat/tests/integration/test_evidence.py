"""Messages shown as proof: only those of one's own conversation."""

from unittest.mock import Mock
from uuid import uuid4

import pytest
from chat.domain.conversation import conversation_of
from chat.domain.message import Draft
from chat.rpc.evidence import EvidenceServicer
from chat.tests.world import World
from chat.usecases.retract_message import retract_message
from chat.usecases.show_messages import MOST, EvidenceRequest, show_messages
from chat.wiring import Wiring
from pairwise.chat.v1.evidence_pb2 import GetMessagesRequest
from shared.kit.core import NotFound


def test_only_what_the_two_said_is_shown(world: World) -> None:
    ann, bo, cas = world.a_member(), world.a_member("Bo"), world.a_member("Cas")
    first, second = world.send(ann, bo, "hello"), world.send(bo, ann, "Send me money")
    apart = world.send(ann, cas, "not for Bo")

    asked = [second.id, apart.id, first.id, uuid4()]
    shown = show_messages(world.unit(), ann, EvidenceRequest(partner_id=bo, message_ids=asked))

    said = [(message.id, message.text) for message in shown.messages]
    assert said == [(first.id, "hello"), (second.id, "Send me money")]
    assert show_messages(world.unit(), cas, EvidenceRequest(partner_id=bo, message_ids=asked)).messages == []


@pytest.mark.parametrize("what", ["deleted", "moderated", "blocked"])
def test_a_conversation_is_proof_whatever_became_of_its_partner(world: World, what: str) -> None:
    ann, bo = world.a_member(), world.a_member("Bo")
    said = world.send(bo, ann, "Send me money")
    if what == "deleted":
        world.delete(bo)
    elif what == "moderated":
        world.moderate(bo)
    else:
        world.block(bo, ann)

    conversation_id = conversation_of(ann, bo)
    shown = show_messages(world.unit(), ann, EvidenceRequest(conversation_id=conversation_id, message_ids=[said.id]))
    newest = show_messages(world.unit(), ann, EvidenceRequest(conversation_id=conversation_id, is_newest=True))

    assert shown == newest
    assert (shown.partner_id, [message.id for message in shown.messages]) == (bo, [said.id])


def test_nobody_shows_the_conversation_of_others(world: World) -> None:
    ann, bo, cas = world.a_member(), world.a_member("Bo"), world.a_member("Cas")
    said = world.send(ann, bo)
    asked = EvidenceRequest(conversation_id=conversation_of(ann, bo), message_ids=[said.id])

    for conversation in (
        asked,
        EvidenceRequest(conversation_id=uuid4(), is_newest=True),
        EvidenceRequest(is_newest=True),
    ):
        with pytest.raises(NotFound):
            show_messages(world.unit(), cas, conversation)


def test_the_newest_are_twenty_in_order(world: World) -> None:
    ann, bo = world.a_member(), world.a_member("Bo")
    said = [world.send(bo, ann, f"number {number}").id for number in range(MOST + 1)]

    shown = show_messages(world.unit(), ann, EvidenceRequest(partner_id=bo, is_newest=True))

    assert [message.id for message in shown.messages] == said[1:]


def test_profiles_receives_the_kind_of_each_message(world: World, wired: Wiring) -> None:
    ann, bo = world.a_member(), world.a_member("Bo")
    world.send_draft(line := Draft(uuid4(), ann, bo, "Tea or coffee?", icebreaker="coffee"))
    gift = world.give(ann, bo)

    asked = GetMessagesRequest(member_id=str(bo), partner_id=str(ann), message_ids=[str(line.id), str(gift.id)])
    answer = EvidenceServicer(wired).GetMessages(asked, Mock())

    assert [(each.kind, each.gift, each.icebreaker) for each in answer.messages] == [
        ("text", "", "coffee"),
        ("gift", "rose", ""),
    ]


def test_profiles_receives_the_partner_of_a_conversation(world: World, wired: Wiring) -> None:
    ann, bo = world.a_member(), world.a_member("Bo")
    said = world.send(bo, ann)

    asked = GetMessagesRequest(member_id=str(ann), conversation_id=str(said.conversation_id), newest=True)
    answer = EvidenceServicer(wired).GetMessages(asked, Mock())

    assert (answer.partner_id, [each.id for each in answer.messages]) == (str(bo), [str(said.id)])


def test_the_two_messages_around_come_with_those_shown(world: World, wired: Wiring) -> None:
    """Marked, in order, each once, with what was taken back sealed; a photo among them is no proof."""
    ann, bo = world.a_member(), world.a_member("Bo")
    said = [world.send(bo, ann, f"number {number}").id for number in range(10)]
    retract_message(world.unit(), bo, said[3])

    asked = GetMessagesRequest(
        member_id=str(ann), partner_id=str(bo), message_ids=[str(said[4]), str(said[6])], surroundings=True
    )
    answer = EvidenceServicer(wired).GetMessages(asked, Mock())

    assert [(each.id, each.around) for each in answer.messages] == [
        (str(said[place]), place not in (4, 6)) for place in range(2, 9)
    ]
    assert [each.text for each in answer.messages][:3] == ["number 2", "", "number 4"]
