from flask import Blueprint
from shared.kit.core import new_id
from shared.kit.http import caller, caller_or_none, endpoint, hashed_source, locale
from shared.mail_address import needs_smtputf8

from profiles.moderation.domain.moderation import CONTESTABLE, Complaint, Kind, Measure, Proof
from profiles.moderation.errors import EmailNotAscii
from profiles.moderation.usecases.complain import appeal, complain
from profiles.moderation.usecases.read_statement import decision_of_link, read_statement
from profiles.moderation.web.complaint_models import (
    AppealIn,
    ComplaintIn,
    ComplaintReceipt,
    OwnComplaintsAnswer,
    OwnDecisionOut,
    OwnDecisionsAnswer,
    StatementAnswer,
    StatementLink,
    own_complaint,
)
from profiles.moderation.web.context import current_site, current_site_key, wiring

complaints = Blueprint("complaints", __name__, url_prefix="/api")
SHOWN = (*CONTESTABLE, Measure.LIFT, Measure.UNBLOCK_PICTURE)


@complaints.get("/complaint.php")
@endpoint()
def get_complaints() -> OwnComplaintsAnswer:
    """List the caller's complaints and their outcomes."""
    with wiring().reads() as reads:
        return OwnComplaintsAnswer(complaints=[own_complaint(one) for one in reads.complaints.by(caller().member_id)])


@complaints.post("/complaint.php")
@endpoint(status=201)
def post_complaint(body: ComplaintIn) -> ComplaintReceipt:
    """Complain about a profile, a chat or anything else; no account is needed."""
    dependencies, asking = wiring(), caller_or_none()
    if body.email and needs_smtputf8(body.email) and current_site().email_local_parts == "ascii":
        raise EmailNotAscii(field="email")
    complaint = Complaint(
        id=new_id(),
        kind=Kind(body.kind),
        reporter_id=asking.member_id if asking else None,
        reporter_email=None if asking else body.email,
        about_id=body.about_id,
        reason=body.reason,
        text=body.text.strip(),
        evidence=[],
        locale=locale(),
        site=current_site_key(),
        source=None if asking else hashed_source(),
    )
    proof = Proof(body.conversation_id, body.messages, body.newest_messages)
    number = complain(
        dependencies.unit_of_work(), dependencies.evidence, current_site().pool, body.id, complaint, proof
    )
    return ComplaintReceipt(number=number)


@complaints.get("/decision.php")
@endpoint()
def get_decisions() -> OwnDecisionsAnswer:
    """List the decisions about the caller, with their reasons."""
    with wiring().reads() as reads:
        at = reads.now()
        decisions = reads.moderation.decisions_about(caller().member_id, SHOWN)
    return OwnDecisionsAnswer(decisions=[OwnDecisionOut.of(decision, at) for decision in decisions])


@complaints.post("/statement.php")
@endpoint()
def post_statement(body: StatementLink) -> StatementAnswer:
    """Read the statement of reasons that a mailed link is about, without a login."""
    dependencies = wiring()
    decision_id = decision_of_link(dependencies.settings.statement_keys, body.token)
    with dependencies.reads() as reads:
        decision, at, is_erased = read_statement(reads, current_site().pool, decision_id)
    found = OwnDecisionOut.of(decision, at)
    return StatementAnswer(
        decision=found.model_copy(update={"can_appeal": found.can_appeal and not is_erased}), erased=is_erased
    )


@complaints.post("/appeal.php")
@endpoint(status=201)
def post_appeal(body: AppealIn) -> ComplaintReceipt:
    """Appeal a decision, by the link of its email without a login, because a suspended member cannot log in."""
    dependencies, asking = wiring(), caller_or_none()
    if body.decision_id is None:
        decision_id, reporter_id = decision_of_link(dependencies.settings.statement_keys, body.token or ""), None
    else:
        # Links of 0.2.0 have the random id alone.
        decision_id, reporter_id = body.decision_id, asking.member_id if asking else None
    complaint = Complaint(
        id=new_id(),
        kind=Kind.APPEAL,
        reporter_id=reporter_id,
        reporter_email=None,
        about_id=None,
        reason="other",
        text=body.text.strip(),
        evidence=[],
        locale=locale(),
        site=current_site_key(),
    )
    return ComplaintReceipt(
        number=appeal(dependencies.unit_of_work(), current_site().pool, body.id, decision_id, complaint)
    )
