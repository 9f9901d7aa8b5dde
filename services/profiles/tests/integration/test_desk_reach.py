"""Staff see and act on the members of their own pool of sites: every staff route and method, in both directions."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from shared.kit.testing.web import Browser
from shared.pictures.fingerprint import FINGERPRINT_BYTES
from shared.registry import load_routes
from shared.sites import SiteDirectory

from profiles.moderation.domain.read_conversation import ConversationPage
from profiles.storage.seed import SeedPhoto
from profiles.tests.desk import look_by_a_colleague
from profiles.tests.fakes import FakeEvidence
from profiles.tests.makers import THUMBHASH, Town
from profiles.wiring import Wiring

SITES = {"pairwise": "localhost", "iskra": "iskra.localhost"}
DIRECTIONS = [("pairwise", "iskra"), ("iskra", "pairwise")]
FACTS = "Asked for money."
STATED = {"reason": "fraud", "ground": "terms", "facts": FACTS}


class Case:
    """A member of a site with a photo that waits and a complaint about them, with a photo of a chat."""

    def __init__(self, town: Town, site: str) -> None:
        pool = SiteDirectory().pool_of(site)
        self.member = town.man(name="Bo", pool=pool, photos=(SeedPhoto("members/waiting", THUMBHASH),))
        town.run("UPDATE photos SET status = 'pending' WHERE member_id = %(id)s", id=self.member)
        [(self.photo,)] = town.rows("SELECT id FROM photos WHERE member_id = %(id)s", id=self.member)
        self.complaint, self.message = uuid4(), uuid4()
        photo = {"id": str(self.message), "sender_id": str(self.member), "kind": "photo", "text": ""}
        town.run(
            "INSERT INTO complaints (id, kind, about_id, reason, text, evidence, locale, site)"
            " VALUES (%(id)s, 'chat', %(about)s, 'fraud', 'Wants money', CAST(%(evidence)s AS jsonb), 'en', %(site)s)",
            id=self.complaint,
            about=self.member,
            evidence=json.dumps([{**photo, "gift": None, "sent_at": "2026-06-01T12:00:00+00:00"}]),
            site=site,
        )
        self.suspension = _waiting_suspension(town, pool)


def _waiting_suspension(town: Town, pool: int) -> str:
    """A suspension for good that waits for a second person, of another member of the pool."""
    suspension, cy, proposer = uuid4(), town.man(name="Cy", pool=pool), town.woman(name="Mia", pool=pool)
    town.run(
        "INSERT INTO decisions (id, member_id, actor_id, measure, reason, ground, facts)"
        " VALUES (%(id)s, %(member)s, %(actor)s, 'suspend', 'fraud', 'terms', 'Asked for money.')",
        id=suspension,
        member=cy,
        actor=proposer,
    )
    town.run(
        "INSERT INTO confirmations (decision_id, member_id, proposed_by, expires_at)"
        " VALUES (%(id)s, %(member)s, %(actor)s, now() + interval '14 days')",
        id=suspension,
        member=cy,
        actor=proposer,
    )
    return str(suspension)


@pytest.fixture(autouse=True)
def chat(wired: Wiring, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chat returns every photo and conversation for any pool: profiles must refuse by itself."""
    monkeypatch.setitem(wired.__dict__, "evidence", AnyPhoto())


class AnyPhoto(FakeEvidence):
    def fingerprint(self, message_id: UUID, pool: int) -> bytes:
        return bytes(FINGERPRINT_BYTES)

    def read(self, member_id: UUID, conversation_id: UUID, before_seq: int | None) -> ConversationPage:
        return ConversationPage(uuid4(), [], None)


def desk_of(browser: Browser, town: Town, site: str) -> Browser:
    staff = town.woman(name="Mo", pool=SiteDirectory().pool_of(site))
    return browser.at(SITES[site]).as_member(staff, staff=True, lead=True)


def photos(desk: Browser, case: Case) -> bool:
    answer = desk.get("/api/staff-photos.php").json
    assert answer["waiting"] == len(answer["photos"])
    return str(case.photo) in [each["id"] for each in answer["photos"]]


def complaints(desk: Browser, case: Case) -> bool:
    found = desk.get("/api/staff-complaints.php").json["complaints"]
    return str(case.complaint) in [each["id"] for each in found]


def open_for_reason(desk: Browser, case: Case) -> bool:
    return is_done(
        desk.post("/api/staff-access.php", {**key(), "member_id": str(case.member), "reason": "A telephone call"})
    )


def open_for_case(desk: Browser, case: Case) -> bool:
    body = {**key(), "member_id": str(case.member), "case_id": str(case.complaint)}
    return is_done(desk.post("/api/staff-access.php", body))


def of_an_opened_member(what: str) -> "Try":
    def attempt(desk: Browser, case: Case) -> bool:
        open_for_reason(desk, case)
        return is_done(desk.get(f"/api/staff-{what}.php", id=case.member))

    attempt.__name__ = what
    return attempt


def member_by_name(desk: Browser, case: Case) -> bool:
    found = desk.post("/api/staff-find.php", {"by": "name", "text": "bo", "reason": "A telephone call"}).json["found"]
    return str(case.member) in [each["id"] for each in found]


def conversation(desk: Browser, case: Case) -> bool:
    open_for_reason(desk, case)
    body = {"member_id": str(case.member), "conversation_id": str(uuid4()), "reason": "A telephone call"}
    return is_done(desk.post("/api/staff-conversation.php", body))


def inspect(desk: Browser, case: Case) -> bool:
    return is_done(desk.post("/api/staff-photos.php", {**key(), "photo_id": str(case.photo), "seen": "pending"}))


def decide(desk: Browser, case: Case) -> bool:
    body = {**key(), "complaint_id": str(case.complaint), "measure": "suspend", **STATED}
    return is_done(desk.post("/api/staff-complaints.php", body))


def measure(desk: Browser, case: Case) -> bool:
    body = {**key(), "member_id": str(case.member), "measure": "suspend", **STATED}
    return is_done(desk.post("/api/staff-member.php", body))


def waiting_decisions(desk: Browser, case: Case) -> bool:
    found = desk.get("/api/staff-confirmations.php").json["decisions"]
    return case.suspension in [each["decision_id"] for each in found]


def confirm(desk: Browser, case: Case) -> bool:
    body = {**key(), "decision_id": case.suspension, "confirmed": True}
    return is_done(desk.post("/api/staff-confirmations.php", body))


def block_picture(desk: Browser, case: Case) -> bool:
    body = {**key(), "complaint_id": str(case.complaint), "message_id": str(case.message), "measure": "block_picture"}
    return is_done(desk.post("/api/staff-blocked-pictures.php", {**body, **STATED}))


def queue(desk: Browser, case: Case) -> bool:
    return str(case.complaint) in [each["id"] for each in desk.get("/api/staff-queue.php").json["cases"]]


def open_case(desk: Browser, case: Case) -> bool:
    return is_done(desk.post("/api/staff-case.php", {"case_id": str(case.complaint)}))


def return_case(desk: Browser, case: Case) -> bool:
    is_open = open_case(desk, case)
    assert desk.delete("/api/staff-case.php", {"case_id": str(case.complaint)}).status_code == 200
    return is_open


def assign_case(desk: Browser, case: Case) -> bool:
    open_case(desk, case)
    body = {**key(), "case_id": str(case.complaint), "assignee_id": None, "labels": ["ring"]}
    return is_done(desk.put("/api/staff-case.php", body))


def colleagues(desk: Browser, case: Case) -> bool:
    look_by_a_colleague(Town(desk.app.extensions["wiring"].database), case.member, actor=case.member)
    return str(case.member) in [each["id"] for each in desk.get("/api/staff-colleagues.php").json["colleagues"]]


def note_on_opened_member(desk: Browser, case: Case) -> bool:
    open_for_reason(desk, case)
    return is_done(desk.post("/api/staff-notes.php", {**key(), "member_id": str(case.member), "text": FACTS}))


def decide_open_case(desk: Browser, case: Case) -> bool:
    open_case(desk, case)
    body = {**key(), "case_id": str(case.complaint), "measure": "warn", **STATED}
    return is_done(desk.post("/api/staff-decision.php", body))


def past_decisions(desk: Browser, case: Case) -> bool:
    found = desk.post("/api/staff-decisions.php", {"words": "asked for"}).json["decisions"]
    return case.suspension in [each["id"] for each in found]


def exported_decisions(desk: Browser, case: Case) -> bool:
    file = desk.post("/api/staff-decisions.php", {"measure": "suspend", "as_file": True}).json["file"]
    return _of_suspension(desk, case)[0] in file


def numbers(desk: Browser, case: Case) -> bool:
    people = desk.get("/api/staff-numbers.php").json["people"]
    return _of_suspension(desk, case)[1] in [each["actor_id"] for each in people]


def _of_suspension(desk: Browser, case: Case) -> tuple[str, str]:
    """Its member and its actor."""
    town = Town(desk.app.extensions["wiring"].database)
    [(member, actor)] = town.rows("SELECT member_id, actor_id FROM decisions WHERE id = %(id)s", id=case.suspension)
    return str(member), str(actor)


def uncased_looks(desk: Browser, case: Case) -> bool:
    look_by_a_colleague(Town(desk.app.extensions["wiring"].database), case.member)
    return str(case.member) in [each["member_id"] for each in desk.get("/api/staff-reads.php").json["looks"]]


def _review_of(desk: Browser, case: Case) -> str:
    """A decision about the case in the quality sample."""
    town, review = Town(desk.app.extensions["wiring"].database), str(uuid4())
    town.run("UPDATE complaints SET decided_at = now(), outcome = 'acted' WHERE id = %(id)s", id=case.complaint)
    town.run(
        "INSERT INTO quality_reviews (decision_id, case_id, is_photo, pool, member_id, reports, decided_by, measure)"
        " SELECT CAST(%(id)s AS uuid), CAST(%(case)s AS uuid), false, pool, member_id, ARRAY[CAST(%(case)s AS uuid)],"
        " gen_random_uuid(), 'warn' FROM profiles WHERE member_id = %(member)s",
        id=review,
        case=case.complaint,
        member=case.member,
    )
    return review


def reviews(desk: Browser, case: Case) -> bool:
    review = _review_of(desk, case)
    return review in [each["id"] for each in desk.get("/api/staff-reviews.php").json["reviews"]]


def open_review(desk: Browser, case: Case) -> bool:
    return is_done(desk.post("/api/staff-reviews.php", {"decision_id": _review_of(desk, case)}))


def second_opinion(desk: Browser, case: Case) -> bool:
    return is_done(desk.put("/api/staff-reviews.php", {"decision_id": _review_of(desk, case), "measure": "warn"}))


def mark_looks(desk: Browser, case: Case) -> bool:
    look = look_by_a_colleague(Town(desk.app.extensions["wiring"].database), case.member)
    return bool(desk.post("/api/staff-reads.php", {"looks": [look]}).json["marked"])


def undo(desk: Browser, case: Case) -> bool:
    open_case(desk, case)
    named = key()
    desk.post("/api/staff-decision.php", {**named, "case_id": str(case.complaint), "measure": "warn", **STATED})
    return is_done(desk.delete("/api/staff-decision.php", named))


def key() -> dict[str, str]:
    return {"id": str(uuid4())}


def write_from_open_case(desk: Browser, case: Case) -> bool:
    open_case(desk, case)
    body = {**key(), "case_id": str(case.complaint), "text": "Please add a photo of yourself."}
    return is_done(desk.post("/api/staff-messages.php", body))


def ask_verification(desk: Browser, case: Case) -> bool:
    open_case(desk, case)
    return is_done(desk.post("/api/staff-verification.php", {**key(), "case_id": str(case.complaint)}))


def _reply_of(desk: Browser, case: Case) -> str:
    """A saved reply of the pool of this case."""
    town, reply = Town(desk.app.extensions["wiring"].database), str(uuid4())
    town.run(
        "INSERT INTO saved_replies (id, pool, name, texts)"
        " SELECT CAST(%(id)s AS uuid), pool, 'Photo', '{\"en\": \"Please add a photo.\"}' FROM profiles"
        " WHERE member_id = %(member)s",
        id=reply,
        member=case.member,
    )
    return reply


def saved_replies(desk: Browser, case: Case) -> bool:
    reply = _reply_of(desk, case)
    return reply in [each["id"] for each in desk.get("/api/staff-replies.php").json["replies"]]


def change_reply(desk: Browser, case: Case) -> bool:
    body = {"reply_id": _reply_of(desk, case), "name": "Photo", "texts": {"en": "Please add a photo of yourself."}}
    return is_done(desk.put("/api/staff-replies.php", body))


def delete_reply(desk: Browser, case: Case) -> bool:
    return is_done(desk.delete("/api/staff-replies.php", {"reply_id": _reply_of(desk, case)}))


def _rule_of(desk: Browser, case: Case) -> str:
    """A rule of the site of this case."""
    town, rule = Town(desk.app.extensions["wiring"].database), str(uuid4())
    town.run(
        "INSERT INTO desk_rules (id, site, name, version, state, content, words, reason)"
        " SELECT CAST(%(id)s AS uuid), site, 'Money', 1, 'off', '{profile}', '{crypto}', 'fraud' FROM complaints"
        " WHERE id = %(complaint)s",
        id=rule,
        complaint=case.complaint,
    )
    return rule


def rules(desk: Browser, case: Case) -> bool:
    rule = _rule_of(desk, case)
    return rule in [each["id"] for each in desk.get("/api/staff-rules.php").json["rules"]]


def change_rule(desk: Browser, case: Case) -> bool:
    rule, town = _rule_of(desk, case), Town(desk.app.extensions["wiring"].database)
    [(site,)] = town.rows("SELECT site FROM complaints WHERE id = %(id)s", id=case.complaint)
    body = {"rule_id": rule, "name": "Coins", "site": site, "content": ["profile"], "words": ["coins"]}
    return is_done(desk.put("/api/staff-rules.php", body))


def delete_rule(desk: Browser, case: Case) -> bool:
    return is_done(desk.delete("/api/staff-rules.php", {"rule_id": _rule_of(desk, case)}))


def simulate_rule(desk: Browser, case: Case) -> bool:
    return is_done(desk.post("/api/staff-rule-simulation.php", {"rule_id": _rule_of(desk, case)}))


def switch_rule(desk: Browser, case: Case) -> bool:
    body = {"rule_id": _rule_of(desk, case), "version": 1, "seen": "off", "on": False}
    return is_done(desk.put("/api/staff-rule-state.php", body))


# A case of another pool is as one that does not exist, or that this desk never opened.
REFUSALS = {(404, "not_found"), (409, "case_not_yours"), (409, "too_late_to_undo"), (422, "validation_failed")}


def is_done(answer: Any) -> bool:
    assert answer.status_code in (200, 201) or (answer.status_code, answer.json["error"]["code"]) in REFUSALS
    return bool(answer.status_code < 300)


Try = Callable[[Browser, Case], bool]
ATTEMPTS: dict[tuple[str, str], list[Try]] = {
    ("/api/staff-queue.php", "GET"): [queue],
    ("/api/staff-case.php", "POST"): [open_case],
    ("/api/staff-case.php", "PUT"): [assign_case],
    ("/api/staff-case.php", "DELETE"): [return_case],
    ("/api/staff-colleagues.php", "GET"): [colleagues],
    ("/api/staff-notes.php", "POST"): [note_on_opened_member],
    ("/api/staff-messages.php", "POST"): [write_from_open_case],
    ("/api/staff-verification.php", "POST"): [ask_verification],
    ("/api/staff-replies.php", "GET"): [saved_replies],
    ("/api/staff-replies.php", "PUT"): [change_reply],
    ("/api/staff-replies.php", "DELETE"): [delete_reply],
    ("/api/staff-rules.php", "GET"): [rules],
    ("/api/staff-rules.php", "PUT"): [change_rule],
    ("/api/staff-rules.php", "DELETE"): [delete_rule],
    ("/api/staff-rule-simulation.php", "POST"): [simulate_rule],
    ("/api/staff-rule-state.php", "PUT"): [switch_rule],
    ("/api/staff-decision.php", "POST"): [decide_open_case],
    ("/api/staff-decision.php", "DELETE"): [undo],
    ("/api/staff-photos.php", "GET"): [photos],
    ("/api/staff-photos.php", "POST"): [inspect],
    ("/api/staff-complaints.php", "GET"): [complaints],
    ("/api/staff-complaints.php", "POST"): [decide],
    ("/api/staff-confirmations.php", "GET"): [waiting_decisions],
    ("/api/staff-confirmations.php", "POST"): [confirm],
    ("/api/staff-blocked-pictures.php", "POST"): [block_picture],
    ("/api/staff-access.php", "GET"): [of_an_opened_member("access")],
    ("/api/staff-access.php", "POST"): [open_for_reason, open_for_case],
    ("/api/staff-facts.php", "GET"): [of_an_opened_member("facts")],
    ("/api/staff-payments.php", "GET"): [of_an_opened_member("payments")],
    ("/api/staff-conversations.php", "GET"): [of_an_opened_member("conversations")],
    ("/api/staff-conversation.php", "POST"): [conversation],
    ("/api/staff-member.php", "GET"): [of_an_opened_member("member")],
    ("/api/staff-find.php", "POST"): [member_by_name],
    ("/api/staff-member.php", "POST"): [measure],
    ("/api/staff-decisions.php", "POST"): [past_decisions, exported_decisions],
    ("/api/staff-numbers.php", "GET"): [numbers],
    ("/api/staff-reads.php", "GET"): [uncased_looks],
    ("/api/staff-reads.php", "POST"): [mark_looks],
    ("/api/staff-reviews.php", "GET"): [reviews],
    ("/api/staff-reviews.php", "POST"): [open_review],
    ("/api/staff-reviews.php", "PUT"): [second_opinion],
}
EVERY_ATTEMPT = pytest.mark.parametrize(
    "attempt", [attempt for attempts in ATTEMPTS.values() for attempt in attempts], ids=lambda one: one.__name__
)


def test_every_staff_route_is_tried() -> None:
    routes = [route for route in load_routes() if route.to_service == "profiles"]
    staff = {(route.path, method) for route in routes for method, who in route.methods.items() if who == "staff"}

    # test_verification has the sealed pictures, for the person with the case open alone.
    assert staff - {("/api/staff-verification.php", "GET")} == set(ATTEMPTS)


@EVERY_ATTEMPT
@pytest.mark.parametrize(("site", "other"), DIRECTIONS)
def test_the_desk_of_a_site_reaches_its_own_members_only(
    browser: Browser, town: Town, site: str, other: str, attempt: Try
) -> None:
    own, foreign = Case(town, site), Case(town, other)
    before = town.rows("SELECT hidden, sanction FROM profiles WHERE member_id = %(id)s", id=foreign.member)
    desk = desk_of(browser, town, site)

    assert (attempt(desk, own), attempt(desk, foreign)) == (True, False)

    assert town.rows("SELECT * FROM decisions WHERE member_id = %(id)s", id=foreign.member) == []
    after = town.rows("SELECT hidden, sanction FROM profiles WHERE member_id = %(id)s", id=foreign.member)
    assert after == before


@EVERY_ATTEMPT
@pytest.mark.parametrize("site", SITES)
def test_sites_of_one_pool_share_a_desk(
    browser: Browser, wired: Wiring, town: Town, site: str, attempt: Try, monkeypatch: pytest.MonkeyPatch
) -> None:
    for each in ("pairwise", "iskra"):
        monkeypatch.setitem(wired.sites._by_key, each, wired.sites.get(each).model_copy(update={"pool": 1}))
    case = Case(town, "pairwise")

    assert attempt(desk_of(browser, town, site), case)


@pytest.mark.parametrize(("site", "other"), DIRECTIONS)
def test_a_photo_that_is_not_shown_to_all_is_served_to_its_own_desk(
    browser: Browser, wired: Wiring, town: Town, media_folder: Any, site: str, other: str
) -> None:
    (media_folder / "members").mkdir(exist_ok=True)
    (media_folder / "members" / "waiting-800.webp").write_bytes(b"photo")
    own, foreign = Case(town, site), Case(town, other)
    staff = town.woman(name="Mo", pool=SiteDirectory().pool_of(site))
    desk = browser.at(SITES[site]).as_member(staff, staff=True, lead=True)
    at = datetime.now(UTC) + timedelta(seconds=1)

    answers = [desk.get(wired.links.link(case.photo, "800", staff, at)).status_code for case in (own, foreign)]

    assert answers == [200, 404]


@pytest.mark.parametrize(("site", "other"), DIRECTIONS)
def test_a_decision_is_appealed_where_it_was_made(browser: Browser, town: Town, site: str, other: str) -> None:
    case = Case(town, site)
    measure(desk_of(browser, town, site), case)
    [(decision,)] = town.rows("SELECT id FROM decisions WHERE member_id = %(id)s", id=case.member)

    def appeal(host: str) -> int:
        body = {"id": str(uuid4()), "decision_id": str(decision), "text": "It was not me."}
        return browser.as_visitor().at(host).post("/api/appeal.php", body).status_code

    assert [appeal(SITES[other]), appeal(SITES[site])] == [404, 201]
