"""Messages shown as proof: only those of one's own conversation."""

from unittest.mock import Mock
from uuid import uuid4

from chat.domain.message import Draft
from chat.rpc.evidence import EvidenceServicer
from chat.tests.world import World
from chat.usecases.show_messages import show_messages
from chat.wiring import Wiring
from pairwise.chat.v1.evidence_pb2 import GetMessagesRequest


def test_only_what_the_two_said_is_shown(world: World) -> None:
    ann, bo, cas = world.a_member(), world.a_member("Bo"), world.a_member("Cas")
    first, second = world.send(ann, bo, "hello"), world.send(bo, ann, "Send me money")
    apart = world.send(ann, cas, "not for Bo")

    shown = show_messages(world.unit(), ann, bo, [second.id, apart.id, first.id, uuid4()])

    assert [(message.id, message.text) for message in shown] == [(first.id, "hello"), (second.id, "Send me money")]
    assert show_messages(world.unit(), cas, bo, [first.id, second.id]) == []


def test_profiles_is_told_what_each_message_is(world: World, wired: Wiring) -> None:
    ann, bo = world.a_member(), world.a_member("Bo")
    world.send_draft(line := Draft(uuid4(), ann, bo, "Tea or coffee?", icebreaker="coffee"))
    gift = world.give(ann, bo)

    asked = GetMessagesRequest(member_id=str(bo), partner_id=str(ann), message_ids=[str(line.id), str(gift.id)])
    answer = EvidenceServicer(wired).GetMessages(asked, Mock())

    assert [(each.kind, each.gift, each.icebreaker) for each in answer.messages] == [
        ("text", "", "coffee"),
        ("gift", "rose", ""),
    ]
