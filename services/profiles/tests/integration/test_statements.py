"""Statements of reasons, and the appeal against them, by the link of an email: without a login."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from pairwise.identity.v1.events_pb2 import MemberErased
from pairwise.profiles.v1.events_pb2 import ComplaintDecided, MemberModerated
from shared.kit.core import SigningKeys
from shared.kit.core.keys import new_key
from shared.kit.events.consumers import handle_once
from shared.kit.testing.announced import announced
from shared.kit.testing.nats_messages import nats_message
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import SITES, Browser

from profiles.moderation.domain.moderation import Decision, Detection, Kind, Measure
from profiles.moderation.errors import StatementLinkInvalid
from profiles.moderation.usecases.read_statement import decision_of_link
from profiles.tests.desk import code, complaint, decide, opened, ten_seconds_later
from profiles.tests.makers import Town
from profiles.wiring import Wiring
from profiles.worker import consumers

STATED: dict[str, Any] = {"reason": "fraud", "ground": "law", "template": "money", "facts": "Asked three members."}
ANN_SAYS = "It was a joke among friends."


@pytest.fixture
def at_desk(app: Flask, keys: KeyPair, town: Town) -> Callable[[], Browser]:
    """A person at the desk, another one at each call."""
    return lambda: Browser(app, keys).as_member(town.woman(name="Mo"), staff=True)


@pytest.fixture
def visitor(app: Flask, keys: KeyPair) -> Browser:
    return Browser(app, keys)


@pytest.fixture
def suspended(at_desk: Callable[[], Browser], town: Town, wired: Wiring, ann: UUID) -> UUID:
    """The decision that suspends Ann for a month, after two reports."""
    desk, case = at_desk(), complaint(town, ann, text="She wanted money for a ticket.")
    complaint(town, ann, text="She sent me a link to a shop.")
    opened(desk, case)
    assert decide(desk, case, "suspend", days=30, **STATED) == (201, "")
    assert ten_seconds_later(town, wired) == 1
    return UUID(town.newest("decisions"))


def read(browser: Browser, token: str) -> Any:
    return browser.post("/api/statement.php", {"token": token})


def appeal(browser: Browser, token: str, key: UUID | None = None, text: str = ANN_SAYS) -> Any:
    return browser.post("/api/appeal.php", {"id": str(key or uuid4()), "token": token, "text": text})


def token_of(wired: Wiring, decision: UUID) -> str:
    return wired.settings.statement_keys.token(decision)


def test_a_suspended_member_reads_the_reasons_and_appeals_without_a_login(
    visitor: Browser, wired: Wiring, suspended: UUID
) -> None:
    token, key = token_of(wired, suspended), uuid4()

    statement = read(visitor, token).json
    decision = statement["decision"]
    assert {
        name: decision[name] for name in (*STATED, "measure", "detection", "automated", "appeal", "can_appeal")
    } == {
        **STATED,
        "measure": "suspend",
        "detection": "report",
        "automated": False,
        "appeal": None,
        "can_appeal": True,
    }
    assert decision["until"] < decision["appeal_until"]
    # A double submit is one appeal; another one is refused, and the statement says that the first is open.
    first, again = appeal(visitor, token, key), appeal(visitor, token, key)
    assert (first.status_code, again.json) == (201, first.json)
    assert code(appeal(visitor, token)) == (409, "appeal_not_possible")
    assert code(appeal(visitor, token, key, text="Something else.")) == (422, "idempotency_key_reused")
    after = read(visitor, token).json["decision"]
    assert (after["appeal"], after["can_appeal"]) == ("open", False)


@pytest.mark.parametrize(("measure", "template"), [("dismiss", "appeal_nothing_new"), ("lift", "appeal_mistake")])
def test_an_appeal_is_decided_by_another_person_who_sees_the_first_decision(
    at_desk: Callable[[], Browser],
    visitor: Browser,
    town: Town,
    wired: Wiring,
    suspended: UUID,
    measure: str,
    template: str,
) -> None:
    token = token_of(wired, suspended)
    appeal(visitor, token)
    case, desk = UUID(town.newest("complaints")), at_desk()

    found = opened(desk, case)
    assert (found["complaint"]["text"], found["appealed"]["id"]) == (ANN_SAYS, str(suspended))
    assert (found["appealed"]["facts"], found["reported"]["text"]) == (
        STATED["facts"],
        "She wanted money for a ticket.",
    )
    assert [each["text"] for each in found["reported_with"]] == ["She sent me a link to a shop."]
    # The sentence is one of an appeal, and says what was decided.
    for other in ("money", "appeal_kept" if measure == "lift" else "appeal_new_facts"):
        assert decide(desk, case, measure, reason="other", template=other) == (422, "validation_failed")
    assert decide(desk, case, measure, reason="other", template=template, facts="We read the chat again.") == (201, "")
    ten_seconds_later(town, wired)

    [told] = [each for each in announced(town.database, ComplaintDecided) if each.appealed_decision_id]
    assert (told.appealed_decision_id, told.template) == (str(suspended), template)
    statement = read(visitor, token).json["decision"]
    assert statement["answer"] == {"template": template, "facts": "We read the chat again."}
    assert statement["appeal"] == ("acted" if measure == "lift" else "dismissed")


def test_an_appeal_turned_down_without_words_still_gets_a_sentence_of_its_own(
    at_desk: Callable[[], Browser], visitor: Browser, town: Town, wired: Wiring, suspended: UUID
) -> None:
    appeal(visitor, token_of(wired, suspended))
    case, desk = UUID(town.newest("complaints")), at_desk()
    opened(desk, case)
    assert decide(desk, case, "dismiss", reason="other") == (201, "")
    ten_seconds_later(town, wired)

    assert read(visitor, token_of(wired, suspended)).json["decision"]["answer"]["template"] == "appeal_kept"


FOREIGN: dict[str, Callable[[UUID, SigningKeys], str]] = {
    "nothing": lambda decision, keys: "",
    "no token": lambda decision, keys: "a.b.c",
    "the id alone": lambda decision, keys: str(decision),
    "an unsigned id": lambda decision, keys: f"{decision}.",
    "the signature of another decision": lambda decision, keys: f"{decision}.{keys.token(uuid4()).split('.')[1]}",
    "another key": lambda decision, keys: SigningKeys(new_key()).token(decision),
    "a signed text that is no id": lambda decision, keys: keys.token("decision"),
    "more signed parts": lambda decision, keys: keys.token(decision, "more"),
    "other letters": lambda decision, keys: f"{decision}.é",
}


@pytest.mark.parametrize("foreign", FOREIGN)
def test_a_link_opens_its_own_statement_alone(visitor: Browser, wired: Wiring, suspended: UUID, foreign: str) -> None:
    token = FOREIGN[foreign](suspended, wired.settings.statement_keys)

    assert code(read(visitor, token)) == (422, "statement_link_invalid")
    assert code(appeal(visitor, token)) == (422, "statement_link_invalid")


@pytest.mark.parametrize("body", [{}, {"token": None}, {"token": "x" * 201}, {"token": 7}, {"token": "a", "more": 1}])
def test_a_request_that_is_none_is_refused(visitor: Browser, body: dict[str, Any]) -> None:
    assert code(visitor.post("/api/statement.php", body)) == (422, "validation_failed")
    appealed = {"id": str(uuid4()), "text": ANN_SAYS, **body}
    assert code(visitor.post("/api/appeal.php", appealed)) == (422, "validation_failed")


def test_a_link_works_on_the_sites_of_its_member_alone(visitor: Browser, wired: Wiring, suspended: UUID) -> None:
    token = token_of(wired, suspended)
    [other] = [host for host, site in SITES.items() if wired.sites.pool_of(site) != wired.sites.pool_of("pairwise")][:1]
    visitor.at(other)

    assert code(read(visitor, token)) == (422, "statement_link_invalid")
    assert code(appeal(visitor, token)) == (404, "not_found")


def test_a_link_outlives_the_rotation_of_its_key() -> None:
    old, new, decision = new_key(), new_key(), uuid4()
    token = SigningKeys(old).token(decision)

    assert decision_of_link(SigningKeys(f"{new} {old}"), token) == decision
    with pytest.raises(StatementLinkInvalid):
        decision_of_link(SigningKeys(new), token)


def test_a_link_ends_with_the_time_for_appeals(visitor: Browser, wired: Wiring, town: Town, ann: UUID) -> None:
    """Each of 184 days ago."""
    for measure in ("suspend", "warn"):
        decision = uuid4()
        town.run(
            "INSERT INTO decisions (id, member_id, measure, decided_at)"
            " VALUES (%(id)s, %(ann)s, %(measure)s, now() - interval '184 days')",
            id=decision,
            ann=ann,
            measure=measure,
        )
        token = token_of(wired, decision)

        assert code(read(visitor, token)) == (409, "appeal_time_over")
        assert code(appeal(visitor, token)) == (409, "appeal_time_over")


def test_after_erasure_the_statement_is_read_and_nothing_is_left_to_appeal(
    visitor: Browser, wired: Wiring, ann: UUID, suspended: UUID
) -> None:
    [consumer] = [each for each in consumers(wired) if each.event is MemberErased]
    handle_once(wired.unit_of_work, consumer, nats_message(MemberErased(member_id=str(ann))))
    token = token_of(wired, suspended)

    statement = read(visitor, token).json
    assert (statement["erased"], statement["decision"]["can_appeal"]) == (True, False)
    assert code(appeal(visitor, token)) == (409, "appealed_account_erased")


def test_logged_in_members_appeal_their_own_decisions_alone(
    visitor: Browser, ann: UUID, bo: UUID, suspended: UUID
) -> None:
    def by(member: UUID) -> tuple[int, str]:
        body = {"id": str(uuid4()), "decision_id": str(suspended), "text": ANN_SAYS}
        return code(visitor.as_member(member).post("/api/appeal.php", body))

    assert [by(bo), by(ann)] == [(404, "not_found"), (201, "")]


@pytest.mark.parametrize(
    ("measure", "has_case", "found_in", "is_automated", "expected"),
    [
        ("suspend", True, Kind.PROFILE, False, Detection.REPORT),
        ("hide", True, Kind.CHAT, False, Detection.REPORT),
        ("review", True, Kind.PROFILE, True, Detection.REPORT),
        ("suspend", True, None, False, Detection.REPORT),  # of an erased reporter
        ("suspend", True, Kind.PICTURE, False, Detection.AUTOMATED),
        ("hide", True, Kind.DUPLICATE, False, Detection.AUTOMATED),
        ("hold_text", True, Kind.TEXT, True, Detection.AUTOMATED),
        ("reject_photo", False, None, True, Detection.AUTOMATED),
        ("reject_photo", False, None, False, Detection.OWN_INITIATIVE),
        ("warn", False, None, False, Detection.OWN_INITIATIVE),
        ("warn_reporter", True, Kind.PROFILE, False, Detection.OWN_INITIATIVE),
        ("lift", True, Kind.APPEAL, False, None),
        ("dismiss", True, Kind.PROFILE, False, None),
    ],
)
def test_a_statement_says_how_it_was_found(
    measure: str, has_case: bool, found_in: Kind | None, is_automated: bool, expected: Detection | None
) -> None:
    decision = Decision(
        uuid4(),
        uuid4(),
        Measure(measure),
        actor_id=None if is_automated else uuid4(),
        complaint_id=uuid4() if has_case else None,
        found_in=found_in,
    )

    assert decision.detection == expected


def test_the_email_says_how_it_was_found(at_desk: Callable[[], Browser], town: Town, wired: Wiring, ann: UUID) -> None:
    for kind in ("profile", "picture"):
        desk, case = at_desk(), complaint(town, ann, kind=kind)
        opened(desk, case)
        decide(desk, case, "warn", **STATED)
        ten_seconds_later(town, wired)

    assert [each.detection for each in announced(town.database, MemberModerated)] == ["report", "automated"]
