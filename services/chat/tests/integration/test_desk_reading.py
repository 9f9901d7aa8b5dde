"""Conversations that the moderation desk lists and reads."""

from unittest.mock import Mock
from uuid import UUID, uuid4

import pytest
from chat.domain.conversation import conversation_of
from chat.rpc.evidence import EvidenceServicer
from chat.tests.world import World
from chat.usecases.read_for_desk import PAGE, list_for_desk, read_for_desk
from chat.usecases.remove_chat import remove_chat
from chat.usecases.retract_message import retract_message
from chat.wiring import Wiring
from pairwise.chat.v1.evidence_pb2 import ListConversationsRequest, ReadConversationRequest
from shared.kit.core import Malformed, NotFound


def test_conversations_are_listed_without_their_words(world: World, wired: Wiring) -> None:
    ann, bo, cas = world.a_member(), world.a_member("Bo"), world.a_member("Cas")
    world.send(ann, bo, "hello")
    world.send(bo, ann, "Send me money")
    world.send(cas, ann)
    world.send(bo, cas, "not of Ann")

    answer = EvidenceServicer(wired).ListConversations(ListConversationsRequest(member_id=str(ann)), Mock())

    assert [(each.partner_id, each.messages) for each in answer.conversations] == [(str(cas), 1), (str(bo), 2)]
    assert "money" not in str(answer)


def test_a_conversation_is_read_in_pages_that_overlap_nowhere(world: World) -> None:
    ann, bo = world.a_member(), world.a_member("Bo")
    sent = [world.send(bo, ann, f"number {number}").id for number in range(PAGE + 2)]
    conversation = conversation_of(ann, bo)

    newest = read_for_desk(world.unit(), ann, conversation, None)
    older = read_for_desk(world.unit(), ann, conversation, newest.before_seq)

    assert [each.id for each in older.messages + newest.messages] == sent
    assert (newest.partner_id, len(newest.messages), older.before_seq) == (bo, PAGE, None)


def test_what_was_taken_back_stays_sealed_and_photos_stay_closed(world: World) -> None:
    ann, bo = world.a_member(), world.a_member("Bo")
    said = world.send(bo, ann, "a secret")
    retract_message(world.unit(), bo, said.id)

    page = read_for_desk(world.unit(), ann, conversation_of(ann, bo), None)

    assert [(each.text, each.retracted_at is not None) for each in page.messages] == [("", True)]
    assert world.rows("SELECT 1 FROM messages WHERE photo ->> 'is_proof' = 'true'") == []


def test_a_conversation_that_both_removed_is_not_read(world: World) -> None:
    ann, bo = world.a_member(), world.a_member("Bo")
    world.send(bo, ann, "hello")
    remove_chat(world.unit(), ann, conversation_of(ann, bo))
    one_has_it = read_for_desk(world.unit(), ann, conversation_of(ann, bo), None)
    remove_chat(world.unit(), bo, conversation_of(ann, bo))
    nobody_has_it = read_for_desk(world.unit(), ann, conversation_of(ann, bo), None)

    assert [len(page.messages) for page in (one_has_it, nobody_has_it)] == [1, 0]


def test_a_conversation_of_others_is_not_found(world: World, wired: Wiring) -> None:
    ann, bo, cas = world.a_member(), world.a_member("Bo"), world.a_member("Cas")
    world.send(ann, bo)

    for conversation in (conversation_of(ann, bo), uuid4()):
        with pytest.raises(NotFound):
            read_for_desk(world.unit(), cas, conversation, None)
    assert list_for_desk(world.unit(), UUID(int=7)) == []
    with pytest.raises(Malformed):
        EvidenceServicer(wired).ReadConversation(ReadConversationRequest(member_id="x", conversation_id="y"), Mock())
