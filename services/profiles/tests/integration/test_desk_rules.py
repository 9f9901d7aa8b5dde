"""Rules of the desk: simulated, switched on, and matched with reports, texts and sign-ups."""

import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest
from shared.kit.testing.together import at_once
from shared.kit.testing.web import Browser

from profiles.moderation.domain.rules import Effect
from profiles.moderation.storage.rules import RuleRepository
from profiles.moderation.usecases.follow_rules import follow_report
from profiles.tests.desk import STATED, OpenDesk, code, complaint, decide, looks, opened, queue, take, ten_seconds_later
from profiles.tests.makers import Town
from profiles.tests.moderation import complain
from profiles.wiring import Wiring

NOTHING_WRONG: dict[str, Any] = {"reason": "other", "ground": "terms"}
WORDS: dict[str, Any] = {"content": ["profile", "message", "sign_up"], "words": ["crypto", "wire money"]}


@pytest.fixture
def mo(at_desk: OpenDesk, town: Town) -> Browser:
    return at_desk(town.woman(name="Mo"))


@pytest.fixture
def al(at_desk: OpenDesk, town: Town) -> Browser:
    return at_desk(town.woman(name="Al"))


def save(desk: Browser, rule: str, **more: Any) -> tuple[int, str]:
    body = {"rule_id": rule, "site": "pairwise", "name": "Money", "severity": "fraud", "label": "money"}
    return code(desk.put("/api/staff-rules.php", {**body, **WORDS, **more}))


def simulate(desk: Browser, rule: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The numbers of a simulation, and its samples."""
    samples, again = [], True
    while True:
        answer = desk.post("/api/staff-rule-simulation.php", {"rule_id": rule, "again": again}).json
        samples += answer["samples"]
        again = False
        if answer["simulation"]["done"]:
            return answer["simulation"], samples


def switch(desk: Browser, rule: str, *, on: bool = True, seen: str = "off", version: int = 1) -> tuple[int, str]:
    return code(desk.put("/api/staff-rule-state.php", {"rule_id": rule, "version": version, "seen": seen, "on": on}))


def shown(desk: Browser, rule: str) -> dict[str, Any]:
    [found] = [each for each in desk.get("/api/staff-rules.php").json["rules"] if each["id"] == rule]
    return dict(found)


def a_rule(desk: Browser, **more: Any) -> str:
    """A simulated rule that is on."""
    rule = str(uuid4())
    assert save(desk, rule, **more) == (200, "")
    assert simulate(desk, rule)[0]["done"]
    assert switch(desk, rule) == (200, "")
    return rule


def test_a_simulation_finds_what_live_matching_found(
    mo: Browser, browser: Browser, town: Town, wired: Wiring, ann: UUID
) -> None:
    """The same rule, live on new contents and simulated on them afterwards."""
    rule = a_rule(mo)
    said = town.man(about="I like dogs.")
    for text in ("Invest in Crуpto with me", "Invest in Crypto with me!"):
        assert browser.as_member(said).put("/api/profile.php", {"about": text}).status_code == 200
    reported = {town.man(about=text): text for text in ("Wire  MONEY now", "Cryptography", None)}
    for member in reported:
        assert complain(browser.as_member(ann), about_id=str(member)).status_code == 201

    live = town.rows("SELECT member_id, found FROM rule_matches ORDER BY matched_at")
    simulated, samples = simulate(mo, rule)

    assert live == [(said, ["crypto"]), (next(iter(reported)), ["wire money"])]
    assert sorted((each["member_id"], each["found"]) for each in samples) == sorted(
        (str(member), found) for member, found in live
    )
    assert (simulated["members"], simulated["cases"]) == (2, 2)
    assert simulated["looked"] == simulated["total"] >= 5


def test_a_simulation_is_no_way_to_read_texts(
    mo: Browser, town: Town, monkeypatch: pytest.MonkeyPatch, ann: UUID, bo: UUID
) -> None:
    """Each member whose words it quotes is recorded, and they are the same few for a pattern that matches all."""
    monkeypatch.setattr("profiles.moderation.usecases.simulate_rule.MOST_SAMPLES", 3)
    members = [town.man(about=f"I have {number} dogs.") for number in range(6)]
    rule = str(uuid4())
    save(mo, rule, content=["profile"], words=[], pattern=".{1,80}")

    numbers, samples = simulate(mo, rule)
    again = simulate(mo, rule)[1]
    save(mo, rule, content=["profile"], words=[], pattern="(?s).+")
    other = simulate(mo, rule)[1]

    assert numbers["cases"] == len(members)
    quoted = [each["member_id"] for each in samples]
    assert (len(quoted), [each["member_id"] for each in [*again, *other]]) == (3, quoted * 2)
    recorded = [str(member) for _, member, _, _ in looks(town, "simulate_rule") if member]
    assert sorted(recorded) == sorted(quoted * 3)


def test_a_match_sorts_its_case_and_names_its_rule(
    mo: Browser, browser: Browser, town: Town, wired: Wiring, ann: UUID, bo: UUID
) -> None:
    earlier, other = complaint(town, town.man(), "fake"), complaint(town, bo, "fake", kind="chat")
    town.change(bo, about="I trade crypto.")
    rule = a_rule(mo)
    complain(browser.as_member(ann), about_id=str(bo))

    assert queue(mo) == [str(other), str(earlier)]
    [first, _] = mo.get("/api/staff-queue.php").json["cases"]
    assert (first["severity"], first["labels"], first["reports"]) == ("fraud", ["money"], 2)
    case = opened(mo, other)
    assert [each["rules"] for each in case["reports"]] == [[], [{"name": "Money", "found": ["crypto"]}]]

    assert decide(mo, other, "warn", **STATED) == (201, "")
    ten_seconds_later(town, wired)
    assert shown(mo, rule)["numbers"] == {"matches": 1, "broken": 1, "nothing_wrong": 0, "failures": 0}
    simulated, _ = simulate(mo, rule)
    assert (simulated["cases"], simulated["broken"], simulated["nothing_wrong"]) == (1, 1, 0)


def test_a_text_without_a_report_opens_one_case(mo: Browser, browser: Browser, town: Town, bo: UUID) -> None:
    a_rule(mo, name="One")
    a_rule(mo, name="Two", severity=None, label=None)
    for text in ("crypto", "crypto, really"):
        browser.as_member(bo).put("/api/profile.php", {"about": text})

    [case] = queue(mo)
    found = opened(mo, UUID(case))
    assert found["complaint"]["kind"] == "rule"
    assert [each["name"] for each in found["complaint"]["rules"]] == ["One", "Two"]


def test_a_changed_rule_is_off_until_it_is_simulated_again(mo: Browser, town: Town) -> None:
    rule = str(uuid4())
    save(mo, rule)
    assert switch(mo, rule) == (409, "rule_not_simulated")
    simulate(mo, rule)
    assert switch(mo, rule) == (200, "")

    assert save(mo, rule, name="Renamed") == (200, "")
    assert (shown(mo, rule)["state"], shown(mo, rule)["version"]) == ("on", 1)

    assert save(mo, rule, words=["crypto"]) == (200, "")
    assert (shown(mo, rule)["state"], shown(mo, rule)["simulation"]) == ("off", None)
    assert switch(mo, rule, version=1) == (409, "already_decided")
    assert switch(mo, rule, version=2) == (409, "rule_not_simulated")
    reasons = [reason for _, _, _, reason in looks(town, "switch_rule")]
    assert reasons == ["Money, version 1: on"]


def test_of_two_people_who_switch_a_rule_at_once_one_is_late(at_desk: OpenDesk, mo: Browser, town: Town) -> None:
    rule = str(uuid4())
    save(mo, rule)
    simulate(mo, rule)
    people = [at_desk(town.woman()) for _ in range(4)]

    answers = at_once(*[partial(switch, each, rule) for each in people])

    assert sorted(answers) == [(200, "")] + [(409, "already_decided")] * 3
    assert len(looks(town, "switch_rule")) == 1


def test_a_failing_rule_stops_neither_the_report_nor_the_others(
    mo: Browser, browser: Browser, town: Town, monkeypatch: pytest.MonkeyPatch, ann: UUID, bo: UUID
) -> None:
    town.change(bo, about="crypto")
    broken, other = a_rule(mo, name="Broken"), a_rule(mo, name="Other")
    usual = RuleRepository.add_match

    def add_match(rules: RuleRepository, rule: Any, *given: Any) -> bool:
        if rule.name == "Broken":
            rules._session.connection().exec_driver_sql("SELECT 1 / 0")
        return usual(rules, rule, *given)

    monkeypatch.setattr(RuleRepository, "add_match", add_match)

    assert complain(browser.as_member(ann), about_id=str(bo)).status_code == 201

    assert complain(browser.as_member(town.woman()), about_id=str(bo)).status_code == 201
    assert shown(mo, broken)["numbers"]["failures"] == 2
    assert shown(mo, other)["numbers"]["matches"] == 2
    # Failures are counted with the rule, so that a rule that fails for everybody fills no table.
    assert town.rows("SELECT count(*) FROM rule_matches") == [(2,)]


@pytest.mark.parametrize(
    "bad",
    [
        {"words": [], "content": ["profile"]},
        {"words": ["..."]},
        {"words": ["x"] * 201},
        {"words": ["x" * 61]},
        {"pattern": "(a"},
        {"pattern": "x" * 201},
        {"pattern": r"(a)\1"},
        {"content": []},
        {"content": ["photo"]},
        {"reports": 3},
        {"reports": 1, "reports_days": 3},
        {"reports": 3, "reports_days": 31},
        {"younger_than_days": 0},
        {"severity": "worst"},
        {"site": "elsewhere"},
    ],
)
def test_bad_rules_are_refused(mo: Browser, town: Town, bad: dict[str, Any]) -> None:
    assert save(mo, str(uuid4()), **bad) == (422, "validation_failed")
    assert town.rows("SELECT count(*) FROM desk_rules") == [(0,)]


def test_a_deleted_rule_stays_with_its_cases(mo: Browser, browser: Browser, town: Town, bo: UUID) -> None:
    rule = a_rule(mo)
    browser.as_member(bo).put("/api/profile.php", {"about": "crypto"})

    answers = [code(mo.delete("/api/staff-rules.php", {"rule_id": rule})) for _ in range(2)]

    assert answers == [(200, ""), (404, "not_found")]
    [case] = queue(mo)
    take(mo, UUID(case))
    assert opened(mo, UUID(case))["complaint"]["rules"] == [{"name": "Money", "found": ["crypto"]}]


def proposed(desk: Browser, **more: Any) -> str:
    rule = str(uuid4())
    save(desk, rule, **more)
    simulate(desk, rule)
    assert switch(desk, rule) == (200, "")
    return rule


def acting(mo: Browser, al: Browser, **more: Any) -> str:
    """A rule that hides, switched on by two people."""
    rule = proposed(mo, **more)
    assert switch(al, rule, seen="proposed") == (200, "")
    return rule


def hidden(town: Town, member: UUID) -> tuple[Any, ...]:
    [row] = town.rows("SELECT hidden, about_held FROM profiles WHERE member_id = %(id)s", id=member)
    return row


def test_a_rule_that_acts_takes_two_people(mo: Browser, al: Browser, browser: Browser, town: Town, bo: UUID) -> None:
    rule = proposed(mo, hides="profile")

    browser.as_member(bo).put("/api/profile.php", {"about": "crypto"})
    assert hidden(town, bo) == (False, False)
    assert (shown(mo, rule)["can_confirm"], shown(al, rule)["can_confirm"]) == (False, True)
    assert switch(mo, rule, seen="proposed") == (409, "second_person_needed")
    assert switch(al, rule, seen="proposed") == (200, "")
    assert shown(mo, rule)["state"] == "on"
    assert save(mo, rule, hides="text") == (422, "validation_failed")  # of messages there is none to hide


@pytest.mark.parametrize("is_confirmed", [False, True])
def test_a_changed_rule_that_acts_takes_two_people_again(
    mo: Browser, al: Browser, town: Town, is_confirmed: bool
) -> None:
    """The person who proposed an earlier version has not seen this one."""
    rule = proposed(mo, hides="profile")
    if is_confirmed:
        switch(al, rule, seen="proposed")
        assert switch(al, rule, seen="on") == (409, "already_decided")
        assert shown(al, rule)["state"] == "on"

    save(al, rule, hides="profile", words=["hello"])
    simulate(al, rule)
    assert switch(al, rule, version=2) == (200, "")

    assert shown(al, rule)["can_confirm"] is False
    assert switch(al, rule, version=2, seen="proposed") == (409, "second_person_needed")
    assert switch(mo, rule, version=2, seen="proposed") == (200, "")


@pytest.mark.parametrize("measure", ["dismiss", "warn"])
def test_a_profile_is_hidden_until_a_person_decides(
    mo: Browser, al: Browser, browser: Browser, town: Town, wired: Wiring, ann: UUID, bo: UUID, measure: str
) -> None:
    town.change(bo, about="crypto")
    acting(mo, al, hides="profile", reason="fraud")

    complain(browser.as_member(ann), about_id=str(bo))
    assert hidden(town, bo)[0]
    [decision] = browser.as_member(bo).get("/api/decision.php").json["decisions"]
    stated = ("measure", "reason", "template", "automated", "can_appeal")
    assert [decision[name] for name in stated] == ["review", "fraud", "automatic", True, True]

    [case] = queue(mo)
    take(mo, UUID(case))
    assert decide(mo, UUID(case), measure, **(STATED if measure == "warn" else NOTHING_WRONG)) == (201, "")
    ten_seconds_later(town, wired)
    assert not hidden(town, bo)[0]

    complain(browser.as_member(town.woman()), about_id=str(bo))
    assert hidden(town, bo)[0] is (measure == "warn"), "nothing wrong: repeated reports hide nobody"


@pytest.mark.parametrize(("measure", "stays"), [("dismiss", False), ("warn", True)])
def test_a_text_is_hidden_until_a_person_decides(
    mo: Browser, al: Browser, browser: Browser, town: Town, wired: Wiring, bo: UUID, measure: str, stays: bool
) -> None:
    acting(mo, al, content=["profile"], hides="text")
    browser.as_member(bo).put("/api/profile.php", {"about": "crypto"})
    assert hidden(town, bo) == (False, True)

    [case] = queue(mo)
    take(mo, UUID(case))
    assert decide(mo, UUID(case), measure, **(STATED if measure == "warn" else NOTHING_WRONG)) == (201, "")
    ten_seconds_later(town, wired)
    assert hidden(town, bo) == (False, stays)


def test_a_changed_text_is_shown_and_a_later_decision_holds_only_the_old_one(
    mo: Browser, al: Browser, browser: Browser, town: Town, wired: Wiring, bo: UUID
) -> None:
    acting(mo, al, content=["profile"], hides="text")
    for text in ("crypto", "I like dogs."):
        browser.as_member(bo).put("/api/profile.php", {"about": text})

    [case] = queue(mo)
    take(mo, UUID(case))
    decide(mo, UUID(case), "warn", **STATED)
    ten_seconds_later(town, wired)
    assert hidden(town, bo) == (False, False)


def test_a_changed_text_that_still_matches_is_held_again(
    mo: Browser, al: Browser, browser: Browser, town: Town, wired: Wiring, bo: UUID
) -> None:
    acting(mo, al, content=["profile"], hides="text")
    for text in ("crypto", "Buy crypto!"):
        browser.as_member(bo).put("/api/profile.php", {"about": text})
        assert hidden(town, bo) == (False, True)

    [case] = queue(mo)
    take(mo, UUID(case))
    decide(mo, UUID(case), "dismiss", **NOTHING_WRONG)
    ten_seconds_later(town, wired)
    assert hidden(town, bo) == (False, False)


@pytest.mark.parametrize("first", ["text", "rule"])
def test_a_text_that_two_cases_hold_is_shown_after_both(
    mo: Browser, al: Browser, browser: Browser, town: Town, wired: Wiring, bo: UUID, first: str
) -> None:
    acting(mo, al, content=["profile"], hides="text")
    browser.as_member(bo).put("/api/profile.php", {"about": "crypto, write to al@example.com"})
    town.change(bo, about_held=True)

    cases = {each["kind"]: UUID(each["id"]) for each in mo.get("/api/staff-queue.php").json["cases"]}
    for kind in sorted(cases, key=lambda kind: kind != first):
        assert hidden(town, bo) == (False, True)
        take(mo, cases[kind])
        decide(mo, cases[kind], "dismiss", **NOTHING_WRONG)
        ten_seconds_later(town, wired)
    assert hidden(town, bo) == (False, False)


def test_a_granted_appeal_keeps_the_rule_from_hiding_again(
    mo: Browser, al: Browser, browser: Browser, town: Town, wired: Wiring, ann: UUID, bo: UUID
) -> None:
    """The case of the rule is still open."""
    town.change(bo, about="crypto")
    acting(mo, al, hides="profile")
    complain(browser.as_member(ann), about_id=str(bo))
    [decision] = browser.as_member(bo).get("/api/decision.php").json["decisions"]
    appeal = {"id": str(uuid4()), "decision_id": decision["id"], "text": "I design coins of chocolate."}
    assert browser.as_member(bo).post("/api/appeal.php", appeal).status_code == 201
    [case] = [UUID(one) for one in queue(mo, kind="appeal")]
    take(mo, case)
    granted: dict[str, Any] = {"reason": "other", "ground": "terms", "template": "appeal_mistake"}
    assert decide(mo, case, "lift", **granted) == (201, "")
    ten_seconds_later(town, wired)
    assert not hidden(town, bo)[0]

    complain(browser.as_member(town.woman()), about_id=str(bo))
    assert not hidden(town, bo)[0]


def test_a_report_of_a_minor_outlasts_the_review_of_a_rule(
    mo: Browser, al: Browser, browser: Browser, town: Town, wired: Wiring, ann: UUID, bo: UUID
) -> None:
    """Both are one case: no decision about the rule shows a member who may be a child."""
    acting(mo, al, hides="profile")
    browser.as_member(bo).put("/api/profile.php", {"about": "crypto"})
    complain(browser.as_member(ann), about_id=str(bo), reason="minor")

    [case] = mo.get("/api/staff-queue.php").json["cases"]
    assert (case["severity"], case["reports"]) == ("under_age", 2)
    found = opened(mo, UUID(case["id"]))
    assert [each["kind"] for each in found["reports"]] == ["rule", "profile"]


def test_a_report_of_a_minor_keeps_the_review_that_it_found(
    mo: Browser, al: Browser, browser: Browser, town: Town, wired: Wiring, ann: UUID, bo: UUID
) -> None:
    """It comes while the case of the rule is open at the desk, whose decision closes what was shown there."""
    acting(mo, al, hides="profile")
    browser.as_member(bo).put("/api/profile.php", {"about": "crypto"})
    [case] = queue(mo)
    take(mo, UUID(case))
    complain(browser.as_member(ann), about_id=str(bo), reason="minor")
    decide(mo, UUID(case), "dismiss", **NOTHING_WRONG)
    ten_seconds_later(town, wired)
    assert hidden(town, bo)[0]

    [case] = queue(mo)
    take(mo, UUID(case))
    decide(mo, UUID(case), "dismiss", **NOTHING_WRONG)
    ten_seconds_later(town, wired)
    assert not hidden(town, bo)[0]


def test_a_report_locks_the_profile_before_its_case(
    mo: Browser, al: Browser, town: Town, wired: Wiring, bo: UUID
) -> None:
    """As a change of the text does, so that the two do not deadlock; also the report of a conversation."""
    town.change(bo, about="crypto")
    acting(mo, al, hides="profile")
    case = complaint(town, bo, "fake")
    waits = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"

    def report() -> None:
        with wired.unit_of_work() as uow:
            reported = uow.complaints.get(case)
            assert reported is not None
            follow_report(uow, reported)
            uow.commit()

    with wired.unit_of_work() as editing, ThreadPoolExecutor(1) as threads:
        editing.profiles.lock_texts(bo)
        reporting = threads.submit(report)
        while town.rows(waits) == [(0,)]:
            time.sleep(0.01)
        editing.rules.sort(case, case, Effect(label="money"))
        editing.commit()
        reporting.result()

    assert hidden(town, bo)[0]


@pytest.mark.parametrize("what", ["rules", "replies"])
def test_limits_of_a_desk_hold_for_two_at_once(
    at_desk: OpenDesk, town: Town, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    monkeypatch.setattr("profiles.moderation.storage.rules.MOST_RULES", 1)
    monkeypatch.setattr("profiles.moderation.storage.desk_messages.MOST_REPLIES", 1)

    def save_reply(desk: Browser) -> tuple[int, str]:
        body = {"reply_id": str(uuid4()), "name": "Photo", "texts": {"en": "Please add a photo."}}
        return code(desk.put("/api/staff-replies.php", body))

    def save_rule(desk: Browser) -> tuple[int, str]:
        return save(desk, str(uuid4()))

    saves = save_rule if what == "rules" else save_reply
    desks = [at_desk(town.woman()) for _ in range(4)]

    assert sorted(at_once(*[partial(saves, desk) for desk in desks])) == [(200, ""), *[(422, "validation_failed")] * 3]
