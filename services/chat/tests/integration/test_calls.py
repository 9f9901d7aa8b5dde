"""Voice and video calls: consent, states, races, price, and what may be relayed between two pages."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest
from chat.audit import audit
from chat.domain.call import Call, CallKind, CallState
from chat.domain.conversation import conversation_of
from chat.events.from_identity import end_session, erase_member, follow_age, mark_deleted
from chat.events.from_profiles import block, show, unmatch
from chat.rpc.evidence import EvidenceServicer
from chat.storage.data_inventory import calls_of, messages_of
from chat.tests.fakes import FakeBilling, FakeSignals
from chat.tests.streams import Live
from chat.tests.together import outcomes_of
from chat.tests.world import NO_WIRING, PLENTY, World
from chat.usecases.answer_call import answer_call
from chat.usecases.change_chat import ChatChange, allow_calls, change_chat
from chat.usecases.connect_call import report_connected
from chat.usecases.end_call import end_call, end_due_calls
from chat.usecases.remove_chat import remove_chat
from chat.usecases.ring_call import Ring, ring_call
from chat.usecases.settle_send import settle_send
from chat.wiring import Wiring
from pairwise.chat.v1.events_pb2 import CallChanged
from pairwise.chat.v1.evidence_pb2 import GetMessagesRequest
from pairwise.identity.v1.events_pb2 import AgeAssuranceChanged, MemberDeleted, MemberErased, SessionRevoked
from pairwise.profiles.v1.events_pb2 import MemberBlocked, MemberUnmatched, VisibilityChanged
from shared.kit.core import Refusal
from shared.kit.core.faults import Fault, raising
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser

PRICE = 6
OFFER = "v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\nc=IN IP4 0.0.0.0\r\n"


class Two:
    """Ann and Bo, who have written to each other and allow calls. Each has a page."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.ann, self.bo = world.a_member("Ann"), world.a_member("Bo")
        self.tabs = {self.ann: uuid4(), self.bo: uuid4()}
        self.sessions = {self.ann: uuid4(), self.bo: uuid4()}
        self.conversation = conversation_of(self.ann, self.bo)
        world.send(self.ann, self.bo)
        world.send(self.bo, self.ann)
        for member in (self.ann, self.bo):
            self.allow(member, True)

    def allow(self, member: UUID, is_allowed: bool) -> None:
        change_chat(self.world.unit(), member, self.conversation, ChatChange(allows_calls=is_allowed))

    def ring(self, by: UUID | None = None, credits: int = 0, kind: CallKind = CallKind.VIDEO) -> Call:
        caller = by or self.ann
        callee = self.bo if caller == self.ann else self.ann
        ring = Ring(caller, callee, kind, self.tabs[caller], self.sessions[caller], credits)
        return ring_call(self.world.unit(), self.world.billing, ring)

    def answer(self, call: Call, tab: UUID | None = None) -> Call:
        callee = call.callee_id
        return answer_call(self.world.unit(), callee, call.id, tab or self.tabs[callee], self.sessions[callee])

    def connect(self, call: Call, *members: UUID) -> None:
        for member in members or (self.ann, self.bo):
            report_connected(self.world.unit(), self.world.billing, member, call.id, self.tabs[member])

    def end(self, call: Call, by: UUID) -> None:
        end_call(self.world.unit(), by, call.id)

    def let_pass(self) -> None:
        """The time of all open calls is over."""
        self.world.change("UPDATE calls SET due_at = now() - interval '1 second' WHERE due_at IS NOT NULL")
        end_due_calls(self.world.unit)

    def state(self, call: Call) -> tuple[str, UUID | None]:
        [row] = self.world.rows("SELECT state, ended_by FROM calls WHERE id = :id", id=call.id)
        return row.state, row.ended_by

    def lines(self) -> list[tuple[str, str]]:
        rows = self.world.rows("SELECT call FROM messages WHERE kind = 'call' ORDER BY seq")
        return [(row.call["kind"], row.call["state"]) for row in rows]

    def unread(self, member: UUID) -> int:
        return int(self.world.one("SELECT unread FROM participations WHERE member_id = :id", id=member))


@pytest.fixture
def two(world: World) -> Two:
    return Two(world)


def code_of(call: Callable[[], Any]) -> str:
    try:
        call()
    except Refusal as refusal:
        return refusal.code
    return "done"


def is_sound(wired: Wiring) -> bool:
    found = audit(wired.settings.database_url)
    return bool(found["ok"])


def test_a_call_rings_is_answered_and_ends(two: Two, wired: Wiring) -> None:
    call = two.ring()
    assert two.answer(call).state is CallState.ANSWERED
    two.connect(call)
    two.end(call, two.bo)
    two.end(call, two.ann)  # a repeat

    assert two.state(call) == ("ended", two.bo)
    assert two.lines() == [("video", "ended")]
    assert (two.unread(two.ann), two.unread(two.bo)) == (1, 1)  # the words from before
    assert two.world.rows("SELECT * FROM open_calls") == []
    assert is_sound(wired)


def test_a_ring_and_the_end_of_it_are_announced(two: Two) -> None:
    ends: list[Callable[[Call], object]] = [
        lambda call: two.end(call, two.ann),
        lambda call: two.end(call, two.bo),
        lambda _: two.let_pass(),
        lambda call: two.end(two.answer(call), two.bo),
    ]
    for end in ends:
        end(two.ring())
        two.ring(two.bo)
        two.let_pass()

    events = announced(two.world.database, CallChanged)
    assert [event.state for event in events if event.caller_id == str(two.ann)] == [
        "ringing", "missed", "ringing", "refused", "ringing", "missed", "ringing", "answered",
    ]  # fmt: skip
    assert {event.callee_id for event in events if event.caller_id == str(two.bo)} == {str(two.ann)}


@pytest.mark.parametrize(
    ("end", "state", "counts"),
    [
        (lambda two, call: two.end(call, two.ann), "missed", 1),
        (lambda two, call: two.let_pass(), "missed", 1),
        (lambda two, call: two.end(call, two.bo), "refused", 0),
    ],
)
def test_a_call_that_is_not_answered_leaves_a_line(
    two: Two, wired: Wiring, end: Callable[[Two, Call], None], state: str, counts: int
) -> None:
    call = two.ring(kind=CallKind.VOICE)
    before = two.unread(two.bo)

    end(two, call)

    assert two.state(call)[0] == state
    assert two.lines() == [("voice", state)]
    assert two.unread(two.bo) - before == counts
    assert code_of(lambda: two.answer(call)) == "call_over"
    assert is_sound(wired)


def test_the_caller_is_not_told_that_a_call_was_refused(two: Two, browser: Browser) -> None:
    two.end(two.ring(), two.bo)

    def told(viewer: UUID, partner: UUID) -> str:
        last = browser.as_member(viewer).get("/api/chat.php", profile=str(partner)).json["messages"][-1]
        return str(last["call"]["state"])

    assert (told(two.ann, two.bo), told(two.bo, two.ann)) == ("missed", "refused")

    def exported(member: UUID) -> list[str]:
        with two.world.unit() as uow:
            lines = [each["call"]["state"] for each in messages_of(uow.session, member) if each["call"]]
            return [*lines, *(str(each["state"]) for each in calls_of(uow.session, member))]

    assert (exported(two.ann), exported(two.bo)) == (["missed"] * 2, ["refused"] * 2)


def test_without_the_consent_of_both_nobody_rings(world: World, two: Two) -> None:
    two.allow(two.bo, False)
    assert code_of(two.ring) == "call_not_possible"
    assert code_of(lambda: two.ring(two.bo)) == "call_not_possible"
    two.allow(two.bo, True)
    assert code_of(two.ring) == "done"

    cy, di = world.a_member("Cy"), world.a_member("Di")
    world.send(cy, di)
    for member in (cy, di):
        change_chat(world.unit(), member, conversation_of(cy, di), ChatChange(allows_calls=True))
    ring = Ring(cy, di, CallKind.VOICE, uuid4(), uuid4(), 0)
    assert code_of(lambda: ring_call(world.unit(), world.billing, ring)) == "call_not_possible"
    stranger = replace(ring, callee_id=two.ann)
    assert code_of(lambda: ring_call(world.unit(), world.billing, stranger)) == "not_found"


@pytest.mark.parametrize("by", ["ann", "bo"])
def test_in_a_removed_chat_nobody_rings(two: Two, world: World, by: str) -> None:
    call = two.ring()
    two.answer(call)

    remove_chat(world.unit(), getattr(two, by), two.conversation)

    assert two.state(call)[0] == "failed"
    world.send(two.ann, two.bo)  # shows the conversation again
    assert code_of(two.ring) == "call_not_possible"


def test_a_muted_chat_does_not_ring_and_says_that_it_was_missed(
    two: Two, world: World, wired: Wiring, browser: Browser
) -> None:
    change_chat(world.unit(), two.bo, two.conversation, ChatChange(is_muted=True))
    call = two.ring()

    assert is_sound(wired)
    assert browser.as_member(two.bo).get("/api/call.php").json == {"call": None, "profile": None}
    assert browser.as_member(two.ann).get("/api/call.php").json["call"]["id"] == str(call.id)
    assert code_of(lambda: two.answer(call)) == "call_over"
    # Nor does it keep the called member from calling.
    back = two.ring(by=two.bo)
    assert two.ring(by=two.bo).id == back.id
    assert (two.state(call), two.lines()) == (("missed", None), [("video", "missed")])
    assert browser.get("/api/call.php").json["call"]["id"] == str(back.id)


def test_whatever_parts_the_two_ends_a_call_in_a_muted_chat(two: Two, world: World) -> None:
    change_chat(world.unit(), two.bo, two.conversation, ChatChange(is_muted=True))
    call = two.ring()

    two.allow(two.bo, False)

    assert two.state(call)[0] == "missed"


def test_consent_is_told_and_its_end_is_not(two: Two, live: Live) -> None:
    two.allow(two.ann, False)
    with live.page(two.bo) as page:
        two.allow(two.ann, True)
        assert page.next().name == "changed"
        two.allow(two.ann, False)
        assert page.receives_nothing()


def test_the_end_of_consent_ends_the_call(two: Two) -> None:
    call = two.ring()
    two.answer(call)
    two.allow(two.bo, False)

    assert two.state(call)[0] == "failed"


PARTINGS: dict[str, Callable[[Any, Two], None]] = {
    "block": lambda uow, two: block(uow, MemberBlocked(blocker_id=str(two.bo), blocked_id=str(two.ann)), NO_WIRING),
    "unmatch": lambda uow, two: unmatch(
        uow, MemberUnmatched(member_id=str(two.bo), unmatched_id=str(two.ann)), NO_WIRING
    ),
    "hidden": lambda uow, two: show(uow, VisibilityChanged(member_id=str(two.ann), hidden=True), NO_WIRING),
    "deleted": lambda uow, two: mark_deleted(uow, MemberDeleted(member_id=str(two.ann)), NO_WIRING),
    "unproven age": lambda uow, two: follow_age(
        uow, AgeAssuranceChanged(member_id=str(two.ann), withheld=True), NO_WIRING
    ),
    "consent withdrawn": lambda uow, two: allow_calls(uow, two.bo, two.conversation, is_allowed=False),
}


@pytest.mark.parametrize("parting", PARTINGS)
@pytest.mark.parametrize("is_answered", [False, True])
def test_whatever_parts_the_two_ends_their_call(
    two: Two, live: Live, wired: Wiring, parting: str, is_answered: bool
) -> None:
    call = two.ring()
    if is_answered:
        two.answer(call)
        two.connect(call)
    with live.page(two.ann) as page:
        with two.world.unit() as uow:
            PARTINGS[parting](uow, two)
            uow.commit()
        assert page.next().name in ("call", "message")  # of one commit
    assert two.state(call) == ("ended" if is_answered else "missed", None)
    assert code_of(two.ring) != "done"
    two.world.follow()
    assert is_sound(wired)


# Steps until the session of one of the two ends, and how the call is then.
SESSIONS_END: dict[str, tuple[str, str, str]] = {
    "caller while it rings": ("ring", "ann", "missed"),
    "called member while it rings": ("ring", "bo", "ringing"),  # on their other devices
    "caller while it connects": ("answer", "ann", "failed"),
    "called member while it connects": ("answer", "bo", "failed"),
    "caller while they talk": ("connect", "ann", "ended"),
    "called member while they talk": ("connect", "bo", "ended"),
}


@pytest.mark.parametrize("ending", SESSIONS_END)
def test_a_session_that_is_revoked_ends_the_call_of_its_page(two: Two, live: Live, wired: Wiring, ending: str) -> None:
    until, name, state = SESSIONS_END[ending]
    call = two.ring()
    if until != "ring":
        two.answer(call)
    if until == "connect":
        two.connect(call)
    member = getattr(two, name)

    def revoke(session_id: UUID) -> None:
        with two.world.unit() as uow:
            end_session(uow, SessionRevoked(session_id=str(session_id)), NO_WIRING)
            uow.commit()

    revoke(uuid4())  # another device of either
    assert two.state(call)[0] in ("ringing", "answered")
    with live.page(call.partner_of(member)) as page:
        revoke(two.sessions[member])
        assert state == "ringing" or page.next().name in ("call", "message")  # of one commit
        revoke(two.sessions[member])  # a repeat

    assert two.state(call) == (state, None)
    assert code_of(two.ring) == "done"
    assert is_sound(wired)


@pytest.mark.parametrize("parting", PARTINGS)
def test_a_ring_waits_for_what_parts_the_two_meanwhile(two: Two, world: World, parting: str) -> None:
    waits = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    with ThreadPoolExecutor(1) as pool:
        with world.unit() as uow:
            PARTINGS[parting](uow, two)
            ring = pool.submit(code_of, two.ring)
            while not ring.done() and not world.one(waits):
                pass
            uow.commit()
        assert ring.result() != "done"
    assert world.rows("SELECT * FROM open_calls") == []


def test_an_erased_member_leaves_no_call(two: Two, world: World, wired: Wiring) -> None:
    two.end(two.ring(), two.bo)
    two.ring()
    with world.unit() as uow:
        assert [each["own"] for each in calls_of(uow.session, two.ann)] == [True, True]
        assert [each["call"] for each in messages_of(uow.session, two.ann) if each["kind"] == "call"] != []
        erase_member(uow, MemberErased(member_id=str(two.ann)), NO_WIRING)
        uow.commit()

    assert world.rows("SELECT * FROM calls") == []
    assert world.rows("SELECT * FROM open_calls") == []


def test_of_two_who_call_each_other_one_gets_through(two: Two, wired: Wiring) -> None:
    outcomes = outcomes_of([two.ring, partial(two.ring, two.bo)])

    assert sorted(getattr(each, "code", "rings") for each in outcomes) == ["in_another_call", "rings"]
    assert two.world.one("SELECT count(*) FROM calls") == 1
    assert is_sound(wired)


def test_a_member_has_one_call_at_a_time(two: Two, world: World) -> None:
    other = Two(world)
    call = two.ring()
    assert two.ring().id == call.id  # a repeat of the same page

    ring = Ring(other.ann, two.bo, CallKind.VOICE, uuid4(), uuid4(), 0)
    world.send(other.ann, two.bo)
    world.send(two.bo, other.ann)
    for member in (other.ann, two.bo):
        change_chat(world.unit(), member, conversation_of(other.ann, two.bo), ChatChange(allows_calls=True))

    assert code_of(lambda: ring_call(world.unit(), world.billing, ring)) == "call_not_possible"
    two.end(call, two.ann)
    assert code_of(lambda: ring_call(world.unit(), world.billing, ring)) == "done"


def test_of_several_pages_the_first_answers(two: Two, wired: Wiring) -> None:
    call, tabs = two.ring(), [uuid4() for _ in range(4)]

    outcomes = outcomes_of([partial(two.answer, call, tab) for tab in tabs])

    codes = [getattr(each, "code", "answered") for each in outcomes]
    assert sorted(codes) == ["answered", "call_taken", "call_taken", "call_taken"]
    winner = tabs[codes.index("answered")]
    assert two.answer(call, winner).callee_tab == winner  # a repeat
    assert two.lines() == [("video", "answered")]
    assert is_sound(wired)


def test_answer_and_cancel_meet(two: Two, wired: Wiring) -> None:
    for _ in range(5):
        call = two.ring()
        answered, _ = outcomes_of([partial(two.answer, call), partial(two.end, call, two.ann)])
        code = getattr(answered, "code", "answered")
        state, _ = two.state(call)

        # The cancel comes either before the answer, or ends the answered call.
        assert (code, state) in {("call_over", "missed"), ("answered", "failed")}
    assert two.world.rows("SELECT * FROM open_calls") == []
    assert is_sound(wired)


def test_a_ring_outlives_the_process_that_began_it(two: Two, wired: Wiring) -> None:
    with raising("chat.call.rings"), pytest.raises(Fault):
        two.ring()
    assert two.world.rows("SELECT * FROM calls") == []

    call = two.ring()
    two.let_pass()
    assert two.state(call) == ("missed", None)

    call = two.ring()
    with raising("chat.call.before_commit"), pytest.raises(Fault):
        two.let_pass()
    two.let_pass()
    assert two.state(call) == ("missed", None)
    assert two.lines() == [("video", "missed")] * 2
    assert is_sound(wired)


def test_a_call_that_is_not_connected_in_time_has_failed(two: Two) -> None:
    call = two.ring(credits=PRICE)
    two.answer(call)
    two.connect(call, two.ann)
    two.let_pass()

    assert two.state(call) == ("failed", None)
    assert call.id not in two.world.billing.charges
    assert code_of(lambda: two.connect(call, two.bo)) == "call_over"


def test_a_call_without_a_sign_of_life_ends(two: Two) -> None:
    call = two.ring()
    two.answer(call)
    two.connect(call)
    two.let_pass()

    assert two.state(call) == ("ended", None)
    assert two.world.one("SELECT call -> 'seconds' FROM messages WHERE id = :id", id=call.id) == 0


def test_the_caller_pays_once_when_both_are_connected(two: Two, billing: FakeBilling, wired: Wiring) -> None:
    call = two.ring(credits=PRICE)
    two.answer(call)
    two.connect(call, two.ann)
    spent = PLENTY - billing.balances[two.ann]
    reports: list[Callable[[], Any]] = [partial(two.connect, call, member) for member in (two.ann, two.bo)]
    outcomes_of(reports * 2)
    two.end(call, two.ann)

    assert PLENTY - billing.balances[two.ann] - spent == PRICE
    assert settle_send(two.world.unit(), call.id)
    assert is_sound(wired)


def test_a_charge_without_a_connection_is_given_back(two: Two, billing: FakeBilling, wired: Wiring) -> None:
    call = two.ring(credits=PRICE)
    two.answer(call)
    two.connect(call, two.ann)
    with raising("chat.call.charged"), pytest.raises(Fault):
        two.connect(call, two.bo)
    assert call.id in billing.charges
    two.let_pass()

    assert two.state(call) == ("failed", None)
    assert not settle_send(two.world.unit(), call.id)
    assert is_sound(wired)


def test_a_retry_after_the_charge_connects_without_another(two: Two, billing: FakeBilling) -> None:
    call = two.ring(credits=PRICE)
    two.answer(call)
    two.connect(call, two.ann)
    balance = billing.balances[two.ann]
    with raising("chat.call.charged"), pytest.raises(Fault):
        two.connect(call, two.bo)
    two.connect(call, two.bo)
    two.end(call, two.bo)

    assert two.state(call) == ("ended", two.bo)
    assert balance - billing.balances[two.ann] == PRICE


def test_the_price_that_rang_is_charged_whatever_the_sites_is_now(two: Two, billing: FakeBilling) -> None:
    call = two.ring(credits=PRICE + 3)
    two.answer(call)
    before = billing.balances[two.ann]
    two.connect(call, two.ann)
    two.connect(call, two.bo)

    assert before - billing.balances[two.ann] == PRICE + 3


def test_a_member_in_debt_rings_nobody_at_a_price(two: Two, billing: FakeBilling) -> None:
    billing.debts[two.ann] = 1
    assert code_of(lambda: two.ring(credits=PRICE)) == "credits_owed"
    assert two.ring(credits=0).credits == 0


@pytest.mark.parametrize(("is_caller_last", "told"), [(True, "not_enough_credits"), (False, "call_over")])
def test_who_cannot_pay_does_not_ring(two: Two, billing: FakeBilling, is_caller_last: bool, told: str) -> None:
    """The page that connects last has the caller charged; that of the called member learns nothing of their credits."""
    billing.balances[two.ann] = PRICE - 1
    assert code_of(lambda: two.ring(credits=PRICE)) == "not_enough_credits"

    billing.balances[two.ann] = PRICE
    call = two.ring(credits=PRICE)
    billing.balances[two.ann] = 0
    two.answer(call)
    first, last = (two.bo, two.ann) if is_caller_last else (two.ann, two.bo)
    two.connect(call, first)
    assert code_of(lambda: two.connect(call, last)) == told
    assert two.state(call) == ("failed", None)


def test_both_pages_hear_of_every_change(two: Two, live: Live, browser: Browser) -> None:
    with live.page(two.ann) as caller, live.page(two.bo) as called:
        call = two.ring()
        assert [page.next().data for page in (caller, called)] == [{"call_id": str(call.id)}] * 2

        seen = browser.as_member(two.bo).get("/api/call.php").json
        assert (seen["call"]["state"], seen["call"]["own"], seen["profile"]["name"]) == ("ringing", False, "Bo")
        two.end(call, two.ann)
        assert {page.next().name for page in (caller, called)} <= {"call", "message"}
    assert browser.as_member(two.bo).get("/api/call.php").json["call"] is None


def test_only_the_two_pages_of_an_answered_call_signal(
    two: Two, world: World, browser: Browser, signals: FakeSignals
) -> None:
    call = two.ring()

    def signal(member: UUID, tab: UUID, kind: str = "offer", content: str = OFFER) -> int:
        body = {"call_id": str(call.id), "tab": str(tab), "kind": kind, "content": content}
        return int(browser.as_member(member).post("/api/call-signal.php", body).status_code)

    assert signal(two.ann, two.tabs[two.ann]) == 409  # it only rings
    two.answer(call)
    assert signal(two.ann, two.tabs[two.ann]) == 202
    assert signal(two.bo, two.tabs[two.bo], "candidate", "") == 202
    assert signal(two.bo, uuid4()) == 409
    assert signal(world.a_member("Cy"), two.tabs[two.ann]) == 404
    assert signal(two.ann, two.tabs[two.ann], content="v=0\r\nm=application 9 x 0\r\n") == 422
    assert signal(two.ann, two.tabs[two.ann], content="v=0" * 6000) == 422
    assert [(to, each.tab, each.kind) for to, each in signals.relayed] == [
        (two.bo, two.tabs[two.bo], "offer"),
        (two.ann, two.tabs[two.ann], "candidate"),
    ]
    world.block(two.bo, two.ann)
    assert signal(two.bo, two.tabs[two.bo]) == 403


def test_credentials_are_for_the_two_pages_of_an_answered_call(two: Two, world: World, browser: Browser) -> None:
    call = two.ring()

    def enter(member: UUID, tab: UUID) -> int:
        body = {"call_id": str(call.id), "tab": str(tab)}
        return int(browser.as_member(member).post("/api/call-relay.php", body).status_code)

    assert enter(two.ann, two.tabs[two.ann]) == 409
    two.answer(call)
    assert (enter(two.ann, two.tabs[two.ann]), enter(two.bo, two.tabs[two.bo])) == (200, 200)
    assert (enter(two.bo, uuid4()), enter(world.a_member("Cy"), uuid4())) == (409, 404)
    two.end(call, two.ann)
    assert enter(two.ann, two.tabs[two.ann]) == 409


def test_a_report_has_the_facts_of_the_call(two: Two, wired: Wiring) -> None:
    call = two.ring()
    two.answer(call)
    two.connect(call)
    asked = GetMessagesRequest(member_id=str(two.bo), partner_id=str(two.ann), message_ids=[str(call.id)])

    two.world.change("UPDATE calls SET connected_at = now() - interval '75 seconds'")
    [during] = EvidenceServicer(wired).GetMessages(asked, NO_WIRING).messages
    two.end(call, two.bo)
    [after] = EvidenceServicer(wired).GetMessages(asked, NO_WIRING).messages

    assert (during.kind, during.sender_id, during.text) == ("call", str(two.ann), "video, answered, 75 s")
    assert after.text == "video, ended, 75 s"


def test_the_answer_of_a_chat_says_who_consents(two: Two, browser: Browser) -> None:
    two.allow(two.ann, False)

    def told(viewer: UUID, partner: UUID) -> Any:
        return browser.as_member(viewer).get("/api/chat.php", profile=str(partner)).json["calls"]

    assert told(two.ann, two.bo) == {"own": False, "partner": True, "credits": 0}
    assert told(two.bo, two.ann) == {"own": True, "partner": False, "credits": 0}


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("post", "call", {"profile_id": "x", "kind": "voice", "tab": str(uuid4())}),
        ("post", "call", {"profile_id": str(uuid4()), "kind": "smell", "tab": str(uuid4())}),
        ("post", "call", {"profile_id": str(uuid4()), "kind": "voice", "tab": "1"}),
        ("put", "call", {"call_id": str(uuid4()), "step": "hold", "tab": str(uuid4())}),
        ("delete", "call", {"call_id": 1}),
        ("post", "call-relay", {"call_id": str(uuid4())}),
    ],
)
def test_malformed_requests_change_nothing(
    two: Two, browser: Browser, method: str, path: str, body: dict[str, Any]
) -> None:
    answer = getattr(browser.as_member(two.ann), method)(f"/api/{path}.php", body)

    assert answer.status_code == 422, answer.text
    assert two.world.rows("SELECT * FROM calls") == []
