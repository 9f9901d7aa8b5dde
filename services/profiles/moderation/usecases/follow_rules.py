"""Matching of contents with the rules of their site, in the transaction that brings them."""

from collections.abc import Callable, Sequence
from uuid import UUID

from prometheus_client import Counter
from shared.kit.core import describe, logger, new_id

from profiles.moderation.domain.moderation import Complaint, Decision, Ground, Kind, Measure, case_of_rule
from profiles.moderation.domain.rules import Circumstances, Content, Hides, Rule, RuleMember, contents_of_report
from profiles.moderation.domain.templates import Template
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.take_measure import hide_until_decided, hold_text

Contents = Callable[[RuleMember], Sequence[Content]]
failed = Counter("moderation_rule_failures", "Rules that were skipped because they failed")


def follow_report(uow: ModerationUnit, complaint: Complaint) -> None:
    """Match a report that was just stored, and the profile that it is about."""
    about_id = complaint.about_id
    if about_id is None or complaint.kind is Kind.APPEAL:
        return
    evidence = complaint.evidence
    _follow(uow, complaint.site, about_id, lambda one: contents_of_report(about_id, evidence, one.text), complaint.id)


def follow_content(uow: ModerationUnit, site: str, member_id: UUID, content: Content) -> None:
    """Match the new text of a profile, or the name of a new member."""
    _follow(uow, site, member_id, lambda _: (content,))


def _follow(uow: ModerationUnit, site: str, member_id: UUID, contents: Contents, report: UUID | None = None) -> None:
    rules = uow.rules.on(site)
    if not rules:
        return
    # The row of the profile before complaints, as a decision about one locks them.
    uow.profiles.lock_restrictions(member_id)
    at = uow.now()
    member = uow.rules.member(member_id, at)
    if member is None:
        return
    read, known = contents(member), Circumstances(at, member.joined_at, member.reports)
    for rule in rules:
        # A match has a savepoint: a failing one stops neither the change of a member nor another rule.
        try:
            found = rule.conditions.found_in(read, known)
            if found is not None:
                with uow.session.begin_nested():
                    _record(uow, rule, member_id, found, report)
        except Exception as error:
            logger().warning("rule_skipped", rule_id=str(rule.id), version=rule.version, problem=describe(error))
            failed.inc()
            uow.rules.add_failure(rule)


def _record(uow: ModerationUnit, rule: Rule, member_id: UUID, found: Sequence[str], report: UUID | None) -> None:
    """Record a match with the report, else with the open case about the member, else with a case of its own."""
    case_id = uow.rules.open_case(rule.site, member_id)
    if case_id is None and report is None:
        opened = case_of_rule(rule.site, member_id, Kind.RULE, rule.effect.reason, f"A rule matched: {rule.name}.")
        uow.complaints.add(opened)
        case_id = opened.id
    complaint_id = report or case_id
    assert complaint_id is not None  # noqa: S101 - one of the two, or the case that was just opened
    is_new = uow.rules.add_match(rule, member_id, complaint_id, found)
    if is_new:
        uow.rules.sort(complaint_id, case_id or complaint_id, rule.effect)
    # A change of a held text shows it again: one that still matches is held again, in the same case.
    is_due = is_new or (rule.effect.hides is Hides.TEXT and not _is_text_held(uow, member_id))
    if rule.effect.hides is not None and is_due and not uow.rules.was_dismissed(rule, member_id):
        _hide(uow, rule, member_id, complaint_id)


def _is_text_held(uow: ModerationUnit, member_id: UUID) -> bool:
    profile = uow.profiles.find(member_id, member_id)
    return profile is not None and profile.is_about_held


def _hide(uow: ModerationUnit, rule: Rule, member_id: UUID, complaint_id: UUID) -> None:
    """Hide the text or the profile until a person has decided the case. A member whose case a person dismissed within
    30 days, or whose appeal they granted, is not hidden again, so repeated reports hide nobody."""
    if uow.profiles.lock_restrictions(member_id) is None:
        return
    if rule.effect.hides is Hides.PROFILE:
        hide_until_decided(uow, member_id, complaint_id, rule.effect.reason, Template.AUTOMATIC)
        return
    decision = Decision(
        id=new_id(),
        member_id=member_id,
        measure=Measure.HOLD_TEXT,
        complaint_id=complaint_id,
        reason=rule.effect.reason,
        ground=Ground.TERMS,
        template=Template.AUTOMATIC,
    )
    hold_text(uow, decision)
