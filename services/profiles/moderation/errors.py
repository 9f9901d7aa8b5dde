"""Errors of the desk, of complaints and of appeals."""

from shared.kit.core import Conflict, FieldError, Forbidden, Invalid, RateLimited


class CaseRequired(Forbidden):
    """Staff open a member for a case or a stated reason only, and state it again after an hour."""

    code = "case_required"


class ReasonTooShort(Invalid, ValueError):
    """A reason of the desk without the words of one. A ValueError, so that models raise it for their field."""

    code = "reason_too_short"


class EmailNotAscii(Invalid):
    """The site's mail relay takes no address with such letters before the @."""

    code = "email_not_ascii"


class AlreadyDecided(Conflict):
    """Someone else at the desk was faster."""

    code = "already_decided"


class CaseTaken(Conflict):
    """Another person at the desk has this case open."""

    code = "case_taken"


class CaseNotYours(Conflict):
    """The case is not open at this desk any more: its lease has ended."""

    code = "case_not_yours"


class TooLateToUndo(Conflict):
    """The decision has taken effect; an appeal or a lift is left."""

    code = "too_late_to_undo"


class OwnDecisionAppealed(Conflict):
    """An appeal is decided by another person than the appealed decision."""

    code = "own_decision_appealed"


class OwnCase(Conflict):
    """Staff decide no case that they are involved in: a complaint by or about them, their own profile or photos, or a
    member with an open complaint by or about them."""

    code = "own_case"


class SecondPersonNeeded(Conflict):
    """The second person is neither the proposer of a decision nor a party of it."""

    code = "second_person_needed"


class RuleNotSimulated(Conflict):
    """A version of a rule is switched on after its simulation."""

    code = "rule_not_simulated"


class AppealNotPossible(Conflict):
    """The decision was appealed already, is too old, or restricts nothing."""

    code = "appeal_not_possible"


class StatementLinkInvalid(Invalid):
    """The link of an email about a decision is not ours, or is about a member of other sites."""

    code = "statement_link_invalid"


class AppealTimeOver(Conflict):
    """The time for appeals of the decision is over, and the link of its email with it."""

    code = "appeal_time_over"


class AppealedAccountErased(Conflict):
    """The account of the decision is erased: there is nothing to restore."""

    code = "appealed_account_erased"


class TooManyComplaints(RateLimited):
    code = "too_many_complaints"


class ReportsSuspended(Forbidden):
    """The member made manifestly unfounded reports after a warning."""

    code = "reports_suspended"


def invalid_field(field: str) -> Invalid:
    return Invalid(errors=[FieldError(field, "field_invalid")])


class NoResetAsked(Conflict):
    """Nobody has asked for a reset of these second factors lately, or a colleague has confirmed it already."""

    code = "no_reset_asked"


class OwnReset(Conflict):
    """Another person confirms a reset of second factors than the one who asked for it."""

    code = "own_reset"
