"""Errors of profiles."""

from shared.kit.errors import Conflict, FieldError, Forbidden, Invalid, RateLimited, Unavailable


class BlockedByMember(Forbidden):
    """The member has blocked the caller. On direct access only; elsewhere the blocker does not exist."""

    code = "blocked"


class CaseRequired(Forbidden):
    """Staff open a member for a case or a stated reason only, and state it again after an hour."""

    code = "case_required"


class ReasonTooShort(Invalid, ValueError):
    """A reason of the desk without the words of one. A ValueError, so that models raise it for their field."""

    code = "reason_too_short"


class TooManyCards(RateLimited):
    """So many different members were shown within a day as no person looks at."""

    code = "too_many_cards"


class VisitorsMayNotSearch(Forbidden):
    code = "visitors_may_not_search"


class ProfileNotThereYet(Unavailable):
    """The event of the sign-up has not arrived yet; a retry finds the profile."""

    retry_after_seconds = 1


class ProfileMissing(Exception):
    """An event about a member whose sign-up has not arrived yet: it is redelivered."""


class MatchingConsentNeeded(Invalid):
    """The member has not consented to the use of `seeks`."""

    code = "matching_consent_needed"


class ReligionConsentNeeded(Invalid):
    """The member has not consented to the storing of `religion`."""

    code = "religion_consent_needed"


class AboutTooLong(Invalid):
    code = "about_too_long"


class EmailNotAscii(Invalid):
    """The site's mail relay takes no address with such letters before the @."""

    code = "email_not_ascii"


class BirthDateInvalid(Invalid):
    code = "date_of_birth_invalid"


class BirthDateTooYoung(Invalid):
    """The date is missing or below the minimum age."""

    code = "date_of_birth_required"


class ChangedLately(Conflict):
    """The member has corrected this already; `again_on` is the day of the next correction."""

    code = "changed_lately"


class TownUnknown(Invalid):
    code = "town_unknown"


class PhotoLimitReached(Conflict):
    """The member has as many photos as they may."""

    code = "photo_limit_reached"


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


class AppealNotPossible(Conflict):
    """The decision was appealed already, is too old, or restricts nothing."""

    code = "appeal_not_possible"


class TooManyComplaints(RateLimited):
    code = "too_many_complaints"


class ReportsSuspended(Forbidden):
    """The member made manifestly unfounded reports after a warning."""

    code = "reports_suspended"


class PictureBlocked(Forbidden):
    """The picture looks like one that was rejected as illegal."""

    code = "picture_blocked"


class PhotosChanged(Conflict):
    """The photos differ from the ordered ones: the list has changed since it was read."""

    code = "photos_changed"


def invalid_field(field: str) -> Invalid:
    return Invalid(errors=[FieldError(field, "field_invalid")])
