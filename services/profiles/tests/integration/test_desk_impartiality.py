"""Staff decide no case they are involved in: every action of the desk, by every way to be involved."""

import json
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from shared.kit.testing.web import Browser
from shared.pictures.fingerprint import FINGERPRINT_BYTES
from shared.registry import load_routes

from profiles.moderation.domain.moderation import Desk
from profiles.moderation.domain.read_conversation import ConversationPage
from profiles.moderation.usecases.staff_access import record_evidence_view
from profiles.tests.fakes import FakeEvidence
from profiles.tests.makers import THUMBHASH, Town
from profiles.wiring import Wiring

STAFF_ACCOUNT = uuid4()
STATED = {"reason": "fraud", "ground": "terms", "facts": "Asked for money."}
MESSAGE = "0190e0b0-0000-7000-8000-000000000001"
EVIDENCE = {"complaint_id": ".complaint", "message_id": MESSAGE}
PHOTO = {"id": MESSAGE, "kind": "photo", "text": "", "sent_at": ""}


class Case:
    """A member with a waiting photo, a complaint about them, an appeal of theirs, and a suspension to be confirmed."""

    def __init__(self, town: Town, member: UUID, reporter: UUID | None = None) -> None:
        self.town, self.member = town, member
        self.reporter = reporter or town.woman(name="Rhea")
        self.photo = uuid4()
        town.run(
            "INSERT INTO photos (id, member_id, position, status, thumbhash, media)"
            " VALUES (%(id)s, %(member)s, 7, 'pending', %(hash)s, 'members/waiting')",
            id=self.photo,
            member=member,
            hash=THUMBHASH,
        )
        self.complaint = complaint(town, self.reporter, member)
        self.suspension = self._decide("suspend", self.complaint)
        town.run(
            "INSERT INTO confirmations (decision_id, member_id, proposed_by, expires_at)"
            " VALUES (%(id)s, %(member)s, %(proposer)s, now() + interval '14 days')",
            id=self.suspension,
            member=member,
            proposer=town.woman(name="Mia"),
        )
        self.appeal = complaint(town, member, member, self._decide("warn", self.complaint))

    def _decide(self, measure: str, complaint_id: UUID) -> UUID:
        decision = uuid4()
        self.town.run(
            "INSERT INTO decisions (id, member_id, actor_id, measure, complaint_id, reason, ground, facts)"
            " VALUES (%(id)s, %(member)s, %(actor)s, %(measure)s, %(complaint)s, 'fraud', 'terms', 'Money.')",
            id=decision,
            member=self.member,
            actor=uuid4(),
            measure=measure,
            complaint=complaint_id,
        )
        return decision


def complaint(town: Town, reporter: UUID, about: UUID, decision: UUID | None = None) -> UUID:
    made = uuid4()
    town.run(
        "INSERT INTO complaints (id, kind, reporter_id, about_id, decision_id, reason, text, evidence, locale, site)"
        " VALUES (%(id)s, %(kind)s, %(by)s, %(about)s, %(decision)s, 'fraud', 'Money', %(proof)s, 'en', 'pairwise')",
        id=made,
        kind="appeal" if decision else "profile",
        by=reporter,
        about=about,
        decision=decision,
        proof=json.dumps([] if decision else [PHOTO | {"sender_id": str(about)}]),
    )
    return made


# Ways to be involved: how the person at the desk stands to the case.
def about_themselves(town: Town, staff: UUID) -> Case:
    return Case(town, staff)


def reported_by_them(town: Town, staff: UUID) -> Case:
    return Case(town, town.man(), reporter=staff)


def about_an_opponent(town: Town, staff: UUID) -> Case:
    """The member has complained about the person at the desk, in another case that is open."""
    case = Case(town, town.man())
    complaint(town, case.member, staff)
    return case


INVOLVEMENTS = [about_themselves, reported_by_them, about_an_opponent]


def post(path: str, **body: Any) -> Callable[[Browser, Case], str]:
    """Post with the names of the case's attributes filled in. Returns the code of the refusal, or `done`."""

    def send(desk: Browser, case: Case) -> str:
        filled = {
            name: str(getattr(case, value[1:])) if str(value)[0] == "." else value for name, value in body.items()
        }
        return outcome(desk.post(path, {"id": str(uuid4()), **filled}))

    return send


def open_case(which: str) -> Callable[[Browser, Case], str]:
    def send(desk: Browser, case: Case) -> str:
        return outcome(desk.post("/api/staff-case.php", {"case_id": str(getattr(case, which))}))

    return send


def decide_open_case(which: str, **verdict: str) -> Callable[[Browser, Case], str]:
    def send(desk: Browser, case: Case) -> str:
        open_case(which)(desk, case)
        body = {"id": str(uuid4()), "case_id": str(getattr(case, which)), **verdict}
        return outcome(desk.post("/api/staff-decision.php", body))

    return send


def outcome(answer: Any) -> str:
    return "done" if answer.status_code == 201 else str(answer.json["error"]["code"])


def open_for_everybody(case: Case) -> None:
    case.town.run(
        "INSERT INTO staff_actions (actor_id, action, member_id, reason)"
        " SELECT id, 'staff.open_member', %(id)s, 'A call'"
        " FROM (SELECT member_id FROM profiles UNION SELECT %(staff)s) AS anybody (id)",
        id=case.member,
        staff=STAFF_ACCOUNT,
    )


def write_from_open_case(desk: Browser, case: Case) -> Any:
    open_case("complaint")(desk, case)
    return post("/api/staff-messages.php", case_id=".complaint", text="Please add a photo.")(desk, case)


def ask_verification_of_open_case(desk: Browser, case: Case) -> Any:
    open_case("complaint")(desk, case)
    return post("/api/staff-verification.php", case_id=".complaint")(desk, case)


def note_on_opened_member(desk: Browser, case: Case) -> str:
    """Write a note on a member who may have been opened before they were involved."""
    open_for_everybody(case)
    return post("/api/staff-notes.php", member_id=".member", text=FACTS)(desk, case)


def find_by_name(desk: Browser, case: Case) -> str:
    """Search for the member of the case. Members of own cases are left out of the answer."""
    [(name,)] = case.town.rows("SELECT name FROM profiles WHERE member_id = %(id)s", id=case.member)
    found = desk.post("/api/staff-find.php", {"by": "name", "text": name, "reason": "A telephone call"}).json["found"]
    return "done" if str(case.member) in [each["id"] for each in found] else "own_case"


def read_conversation(desk: Browser, case: Case) -> str:
    """Read a conversation of the member of the case, who may have been opened before they were involved."""
    open_for_everybody(case)
    body = {"member_id": str(case.member), "conversation_id": MESSAGE, "reason": "A telephone call"}
    answer = desk.post("/api/staff-conversation.php", body)
    return "done" if answer.status_code == 200 else str(answer.json["error"]["code"])


class AnyConversation(FakeEvidence):
    def read(self, member_id: UUID, conversation_id: UUID, before_seq: int | None) -> ConversationPage:
        return ConversationPage(uuid4(), [], None)


OWN = {"own_case"}
# A case that the queue does not offer somebody is to them as one that was decided.
NOT_OFFERED = {"own_case", "already_decided"}
FACTS = "Not at all so"
# Nobody has a case of their own open, so it cannot be decided either.
NOT_OPEN = {"own_case", "case_not_yours"}
# The second person has a refusal of its own for the parties of the decision.
NOT_SECOND = {"own_case", "second_person_needed"}
ACTIONS: dict[str, list[tuple[Callable[[Browser, Case], str], set[str]]]] = {
    "/api/staff-photos.php": [
        (post("/api/staff-photos.php", photo_id=".photo", seen="pending"), OWN),
        (post("/api/staff-photos.php", photo_id=".photo", seen="pending", reason="nudity"), OWN),
    ],
    "/api/staff-complaints.php": [
        (post("/api/staff-complaints.php", complaint_id=f".{which}", measure=measure, **STATED), OWN)
        for which in ("complaint", "appeal")
        for measure in ("dismiss", "suspend", "lift")
    ],
    "/api/staff-confirmations.php": [
        (post("/api/staff-confirmations.php", decision_id=".suspension", confirmed=True), NOT_SECOND),
        (post("/api/staff-confirmations.php", decision_id=".suspension", confirmed=False, facts=FACTS), NOT_SECOND),
    ],
    "/api/staff-blocked-pictures.php": [
        (
            post(
                "/api/staff-blocked-pictures.php", complaint_id=".complaint", message_id=MESSAGE, measure=each, **STATED
            ),
            OWN,
        )
        for each in ("block_picture", "unblock_picture")
    ],
    "/api/staff-member.php": [
        (post("/api/staff-member.php", member_id=".member", measure=measure, **STATED), OWN)
        for measure in ("warn", "hide", "suspend", "lift")
    ],
    "/api/staff-case.php": [(open_case(which), NOT_OFFERED) for which in ("photo", "complaint", "appeal")],
    "/api/staff-decision.php": [
        (decide_open_case("photo", measure="approve"), NOT_OPEN),
        (decide_open_case("complaint", measure="suspend", **STATED), NOT_OPEN),
        (decide_open_case("appeal", measure="dismiss", **STATED), NOT_OPEN),
    ],
    "/api/staff-messages.php": [(write_from_open_case, NOT_OPEN)],
    "/api/staff-verification.php": [(ask_verification_of_open_case, NOT_OPEN)],
    "/api/staff-notes.php": [(note_on_opened_member, OWN)],
    "/api/staff-find.php": [(find_by_name, OWN)],
    "/api/staff-conversation.php": [(read_conversation, OWN)],
    "/api/staff-access.php": [
        (post("/api/staff-access.php", member_id=".member", reason="A telephone call"), OWN),
        (post("/api/staff-access.php", member_id=".member", case_id=".complaint"), OWN),
    ],
}


@pytest.fixture
def staff(town: Town) -> UUID:
    return town.woman(name="Mo", photos=())


@pytest.fixture(params=["their own account", "an account of staff with their address"])
def desk(request: pytest.FixtureRequest, browser: Browser, staff: UUID) -> Browser:
    if request.param == "their own account":
        return browser.as_member(staff, staff=True)
    return browser.as_member(STAFF_ACCOUNT, staff=True, own=[staff])


def test_every_action_of_the_desk_is_tried() -> None:
    routes = [route for route in load_routes() if route.to_service == "profiles"]

    # Marking looks of colleagues decides nothing, nor do a search and a simulation; test_past_decisions has what the
    # search leaves out.
    # test_quality_reviews has those who are involved in a case of the sample.
    decides = {route.path for route in routes if route.methods.get("POST") == "staff"} - {
        "/api/staff-reads.php",
        "/api/staff-decisions.php",
        "/api/staff-reviews.php",
        "/api/staff-rule-simulation.php",
    }
    assert decides == set(ACTIONS)


@pytest.mark.parametrize("involved", INVOLVEMENTS)
@pytest.mark.parametrize("path", ACTIONS)
def test_the_involved_decide_nothing(
    desk: Browser, town: Town, staff: UUID, path: str, involved: Callable[[Town, UUID], Case]
) -> None:
    case = involved(town, staff)
    before = town.rows("SELECT count(*) FROM decisions")

    for act, refusals in ACTIONS[path]:
        assert act(desk, case) in refusals

    assert town.rows("SELECT count(*) FROM decisions") == before
    assert town.rows("SELECT count(*) FROM complaints WHERE decided_at IS NOT NULL") == [(0,)]
    assert town.rows("SELECT status FROM photos WHERE id = %(id)s", id=case.photo) == [("pending",)]
    assert town.rows("SELECT count(*) FROM profiles WHERE hidden") == [(0,)]


@pytest.mark.parametrize("involved", INVOLVEMENTS)
def test_the_list_has_only_cases_that_can_be_opened(
    desk: Browser, town: Town, staff: UUID, involved: Callable[[Town, UUID], Case]
) -> None:
    """A case that is listed and refused would be passed over for ever."""
    involved(town, staff)
    fine = Case(town, town.man())

    listed = [each["id"] for each in desk.get("/api/staff-queue.php").json["cases"]]

    assert {str(fine.complaint), str(fine.photo)} <= set(listed)
    for each in listed:
        assert desk.post("/api/staff-case.php", {"case_id": each}).status_code == 201


@pytest.mark.parametrize("path", ACTIONS)
def test_anybody_else_at_the_desk_can(
    browser: Browser, wired: Wiring, town: Town, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(wired.__dict__, "evidence", AnyConversation({UUID(MESSAGE): bytes(FINGERPRINT_BYTES)}))
    for act, _ in ACTIONS[path]:
        desk = browser.as_member(town.woman(name="Cy"), staff=True)
        assert act(desk, Case(town, town.man())) == "done"


def test_a_decided_complaint_involves_nobody_any_more(desk: Browser, town: Town, staff: UUID) -> None:
    case = about_an_opponent(town, staff)
    town.run("UPDATE complaints SET decided_at = now(), outcome = 'dismissed' WHERE about_id = %(id)s", id=staff)

    assert post("/api/staff-member.php", member_id=".member", measure="warn", **STATED)(desk, case) == "done"


def test_the_queues_leave_own_cases_out(desk: Browser, town: Town, staff: UUID) -> None:
    own, reported = about_themselves(town, staff), reported_by_them(town, staff)
    other = about_an_opponent(town, staff)

    complaints = desk.get("/api/staff-complaints.php").json["complaints"]
    photos = desk.get("/api/staff-photos.php").json
    waiting = desk.get("/api/staff-confirmations.php").json["decisions"]

    # The appeal of the reported is about a decision that follows from the complaint; its queue shows it, closed.
    assert {each["id"] for each in complaints} == {str(reported.appeal), str(other.complaint), str(other.appeal)}
    assert {each["id"] for each in photos["photos"]} == {str(reported.photo), str(other.photo)}
    assert photos["waiting"] == 2
    assert {each["decision_id"]: each["can_confirm"] for each in waiting} == {
        str(own.suspension): False,
        str(reported.suspension): False,
        str(other.suspension): False,
    }


@pytest.mark.parametrize("involved", [about_themselves, reported_by_them])
def test_evidence_of_an_own_case_is_not_shown(
    wired: Wiring, town: Town, staff: UUID, involved: Callable[[Town, UUID], Case]
) -> None:
    involved(town, staff)

    with wired.unit_of_work() as uow:
        for actor, is_found in ((staff, False), (uuid4(), True)):
            assert record_evidence_view(uow, Desk(actor, 1, ("pairwise",)), UUID(MESSAGE)) is is_found


@pytest.mark.parametrize(
    "path", ["/api/staff-member.php", "/api/staff-facts.php", "/api/staff-payments.php", "/api/staff-conversations.php"]
)
def test_a_member_opened_before_their_complaint_is_closed_again(
    desk: Browser, town: Town, staff: UUID, path: str
) -> None:
    member = town.man()
    desk.post("/api/staff-access.php", {"id": str(uuid4()), "member_id": str(member), "reason": "A telephone call"})
    complaint(town, member, staff)

    answer = desk.get(path, id=member)

    assert (answer.status_code, answer.json["error"]["code"]) == (409, "own_case")
