from flask import Blueprint
from shared.kit.http import Nothing, endpoint

from profiles.moderation.domain.staff_access import StaffAction
from profiles.moderation.usecases.confirm_decision import confirm_decision
from profiles.moderation.usecases.confirm_suspensions import confirm_suspensions
from profiles.moderation.usecases.staff_access import record_seen
from profiles.moderation.web.confirmation_models import ConfirmDecision, WaitingDecisionOut, WaitingDecisionsAnswer
from profiles.moderation.web.context import current_desk, wiring

confirmations = Blueprint("confirmations", __name__, url_prefix="/api")
DECISIONS_AT_A_TIME = 100


@confirmations.get("/staff-confirmations.php")
@endpoint()
def get_waiting_decisions() -> WaitingDecisionsAnswer:
    """Decisions that wait for a second person, the first to lapse first."""
    dependencies, desk = wiring(), current_desk()
    with dependencies.reads() as reads:
        waiting, at = reads.confirmations.waiting(desk, DECISIONS_AT_A_TIME), reads.now()
        opponents = reads.complaints.opponents(desk.own_ids)
    seen = [(one.confirmation.member_id, one.confirmation.decision_id) for one in waiting]
    record_seen(dependencies.unit_of_work(), desk, StaffAction.VIEW_DECISION, seen)
    return WaitingDecisionsAnswer(
        decisions=[WaitingDecisionOut.of(one, desk, opponents, dependencies.links, at) for one in waiting]
    )


@confirmations.post("/staff-confirmations.php")
@endpoint(status=201)
def post_confirmation(body: ConfirmDecision) -> Nothing:
    """Confirm a colleague's decision as the second person, or lift it with a reason."""
    dependencies = wiring()
    confirm_decision(dependencies.unit_of_work(), current_desk(), body.id, body.decision_id, body.facts)
    confirm_suspensions(dependencies.unit_of_work(), dependencies.desk_accounts)
    return Nothing()
