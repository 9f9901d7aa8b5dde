"""Staff who write for fictional profiles: a queue, one lease a conversation, and marked answers."""

from concurrent.futures import ThreadPoolExecutor
from uuid import UUID, uuid4

import pytest
from chat.audit import audit
from chat.domain.conversation import conversation_of
from chat.events.from_profiles import rename
from chat.tests.world import NO_WIRING, World
from chat.usecases.answer_as_fictional import Writer, answer_as_fictional
from chat.wiring import Wiring
from pairwise.chat.v1.events_pb2 import FictionalWritten, MessageSent
from pairwise.profiles.v1.events_pb2 import ProfileChanged
from shared.kit.core import Refusal
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser

WRITER, COLLEAGUE = uuid4(), uuid4()
QUEUE, ANSWER = "/api/fictional-queue.php", "/api/fictional-answer.php"


@pytest.fixture
def ann(world: World) -> UUID:
    return world.a_member("Ann")


@pytest.fixture
def lina(world: World) -> UUID:
    member_id = world.a_member("Lina")
    with world.unit() as uow:
        uow.members.become_fictional(member_id)
        uow.commit()
    return member_id


def write(browser: Browser, sender: UUID, recipient: UUID, text: str = "Hello there") -> str:
    body = {"id": str(uuid4()), "profile_id": str(recipient), "text": text}
    assert browser.as_member(sender).post("/api/chat.php", body).status_code == 201
    return str(conversation_of(sender, recipient))


def at_the_desk(browser: Browser, writer: UUID = WRITER) -> Browser:
    return browser.as_member(writer, writer=True)


def waiting(browser: Browser, writer: UUID = WRITER) -> list[tuple[str, bool]]:
    found = at_the_desk(browser, writer).get(QUEUE).json["conversations"]
    return [(each["conversation_id"], each["taken"]) for each in found]


def test_an_answer_is_marked_free_and_ends_the_wait(
    world: World, browser: Browser, ann: UUID, lina: UUID, database: Database
) -> None:
    conversation_id = write(browser, ann, lina)
    write(browser, ann, world.a_member("Bo"))
    assert waiting(browser) == [(conversation_id, False)]

    taken = at_the_desk(browser).post(QUEUE, {"conversation_id": conversation_id})
    body = {"id": str(uuid4()), "conversation_id": conversation_id, "text": "Hi Ann"}
    answers = [browser.post(ANSWER, body) for _ in range(2)]

    assert [each["text"] for each in taken.json["messages"]] == ["Hello there"]
    assert [each.status_code for each in answers] == [201, 201]
    assert waiting(browser) == []
    assert browser.post(QUEUE, {"conversation_id": conversation_id}).status_code == 404  # nobody writes unasked
    seen = browser.as_member(ann).get(f"/api/chat.php?profile={lina}").json
    assert [(each["kind"], each["text"]) for each in seen["messages"]] == [("text", "Hello there"), ("staff", "Hi Ann")]
    assert seen["calls"] is None
    assert [bool(each.message_id) for each in announced(database, FictionalWritten)] == [False, True]
    assert len(announced(database, MessageSent)) == 3
    assert audit(database.dsn)["faults"]["staff_wrong"]["count"] == 0
    assert audit(database.dsn)["faults"]["unread_wrong"]["count"] == 0


def test_of_two_writers_one_answers(world: World, wired: Wiring, browser: Browser, ann: UUID, lina: UUID) -> None:
    conversation_id = write(browser, ann, lina)
    at_the_desk(browser).post(QUEUE, {"conversation_id": conversation_id})

    assert waiting(browser, COLLEAGUE) == [(conversation_id, True)]
    refused = browser.post(QUEUE, {"conversation_id": conversation_id})
    assert (refused.status_code, refused.json["error"]["code"]) == (409, "case_taken")
    other = browser.post(ANSWER, {"id": str(uuid4()), "conversation_id": conversation_id, "text": "No"})
    assert (other.status_code, other.json["error"]["code"]) == (409, "case_not_yours")

    def answer(text: str) -> bool:
        try:
            writer = Writer(WRITER, 1, frozenset({WRITER}))
            answer_as_fictional(wired.unit_of_work(), writer, 1000, uuid4(), UUID(conversation_id), text)
        except Refusal:
            return False
        return True

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(answer, (f"Answer {number}" for number in range(6)))) == 1


def test_a_conversation_given_back_is_free_for_a_colleague(browser: Browser, ann: UUID, lina: UUID) -> None:
    conversation_id = write(browser, ann, lina)
    at_the_desk(browser).post(QUEUE, {"conversation_id": conversation_id})
    browser.delete(QUEUE, {"conversation_id": conversation_id})

    assert at_the_desk(browser, COLLEAGUE).post(QUEUE, {"conversation_id": conversation_id}).status_code == 200


def test_only_conversations_with_a_fictional_profile_are_read(
    world: World, browser: Browser, ann: UUID, lina: UUID
) -> None:
    others, own = write(browser, ann, world.a_member("Bo")), write(browser, ann, lina)

    for writer, conversation_id in ((WRITER, others), (ann, own), (WRITER, str(uuid4()))):
        body = {"conversation_id": conversation_id}
        assert at_the_desk(browser, writer).post(QUEUE, body).status_code == 404
        assert browser.post(ANSWER, {**body, "id": str(uuid4()), "text": "Hi"}).status_code == 404


def test_staff_answer_no_conversation_of_their_own_as_a_member(browser: Browser, ann: UUID, lina: UUID) -> None:
    conversation_id = write(browser, ann, lina)
    staff = browser.as_member(uuid4(), writer=True, own=[ann])

    assert staff.get(QUEUE).json["conversations"] == []
    assert staff.post(QUEUE, {"conversation_id": conversation_id}).status_code == 404


@pytest.mark.parametrize("change", [{"text": ""}, {"text": "x" * 20_001}, {"id": "1"}, {"more": 1}])
def test_bad_answers_change_nothing(browser: Browser, ann: UUID, lina: UUID, change: dict[str, object]) -> None:
    conversation_id = write(browser, ann, lina)
    at_the_desk(browser).post(QUEUE, {"conversation_id": conversation_id})

    body = {"id": str(uuid4()), "conversation_id": conversation_id, "text": "Hi", **change}

    assert browser.post(ANSWER, body).status_code in (400, 422)
    assert waiting(browser) == [(conversation_id, False)]


def test_a_fictional_profile_is_known_by_event(world: World, browser: Browser, ann: UUID) -> None:
    cas = world.a_member("Cas")
    conversation_id = write(browser, ann, cas)
    assert waiting(browser) == []

    with world.unit() as uow:
        rename(uow, ProfileChanged(member_id=str(cas), name="Cas", fictional=True), NO_WIRING)
        uow.commit()

    assert waiting(browser) == [(conversation_id, False)]
