"""Contact details in a profile's text: the member is notified, the desk gets a case, and the site may hold the text."""

from dataclasses import dataclass
from uuid import UUID

from shared.contact_details import ContactDetail, contact_details_in
from shared.kit.identifiers import new_id

from profiles.moderation.domain.moderation import Complaint, Decision, Ground, Kind, Measure, Outcome, Reason
from profiles.moderation.usecases.take_measure import log_decision
from profiles.storage import ProfilesUnit


@dataclass(frozen=True, slots=True)
class TextRules:
    """Where the desk reads about a text, and whether it is shown meanwhile."""

    site: str
    holds: bool


def check_text(uow: ProfilesUnit, member_id: UUID, about: str | None, rules: TextRules) -> tuple[ContactDetail, ...]:
    """Store whether a new text is held, in the transaction that changes it, and return its contact details.

    Each text with some gets a case of its own, so that nobody at the desk decides about another text than they read. A
    text without any ends the case, and is shown. A text that did not change keeps its state.
    """
    before = uow.profiles.lock_about(member_id)
    if before == about:
        return ()
    found = contact_details_in(about or "")
    uow.complaints.close_text_case(member_id, Outcome.DISMISSED)
    uow.profiles.change(member_id, about_held=bool(found) and rules.holds)
    if found:
        case = _case(rules.site, member_id, found)
        uow.complaints.add(case)
        if rules.holds:
            hold_text(uow, _rule(member_id, case))
    return found


def hold_text(uow: ProfilesUnit, decision: Decision) -> None:
    """Keep a text from everybody but its member, in the transaction that has locked the profile."""
    uow.profiles.change(decision.member_id, about_held=True)
    uow.moderation.decide(decision)
    log_decision(decision)


def _rule(member_id: UUID, case: Complaint) -> Decision:
    return Decision(
        id=new_id(),
        member_id=member_id,
        measure=Measure.HOLD_TEXT,
        complaint_id=case.id,
        reason=case.reason,
        ground=Ground.TERMS,
    )


def _case(site: str, member_id: UUID, found: tuple[ContactDetail, ...]) -> Complaint:
    return Complaint(
        id=new_id(),
        kind=Kind.TEXT,
        reporter_id=None,
        reporter_email=None,
        about_id=member_id,
        reason=Reason.OTHER,
        text=f"The text of this profile has contact details: {', '.join(found)}.",
        evidence=[],
        locale="en",
        site=site,
    )
