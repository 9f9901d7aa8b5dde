"""Everything profiles can refuse."""

from servicekit.errors import Conflict, FieldError, Forbidden, Invalid, RateLimited, Unavailable


class BlockedByMember(Forbidden):
    """Said on direct access only; everywhere else the blocker does not exist."""

    code = "blocked"


class CaseRequired(Forbidden):
    """Staff open a member for a case or a stated reason only, and state it again after an hour."""

    code = "case_required"


class VisitorsMayNotSearch(Forbidden):
    code = "visitors_may_not_search"


class ProfileNotThereYet(Unavailable):
    """The account is newer than what we have heard of it; a moment later the profile is there."""

    retry_after_seconds = 1


class ProfileMissing(Exception):
    """An event about a member whose sign-up has not been heard yet: the worker is told it again."""


class AboutTooLong(Invalid):
    code = "about_too_long"


class TownUnknown(Invalid):
    code = "town_unknown"


class PhotoLimitReached(Conflict):
    """The member has as many photos as they may."""

    code = "photo_limit_reached"


class AlreadyDecided(Conflict):
    """Someone else at the desk was faster."""

    code = "already_decided"


class OwnDecisionAppealed(Conflict):
    """An appeal is looked at by somebody else than who decided."""

    code = "own_decision_appealed"


class AppealNotPossible(Conflict):
    """There is one already, or it is too late, or nothing was taken away."""

    code = "appeal_not_possible"


class TooManyComplaints(RateLimited):
    code = "too_many_complaints"


class ReportsSuspended(Forbidden):
    """After a warning, the member went on making reports that were manifestly unfounded."""

    code = "reports_suspended"


class PictureBlocked(Forbidden):
    """The picture looks like one that was rejected as illegal."""

    code = "picture_blocked"


class PhotosChanged(Conflict):
    """The order is not one of the photos that are there: the list has changed meanwhile."""

    code = "photos_changed"


def invalid_field(field: str) -> Invalid:
    return Invalid(errors=[FieldError(field, "field_invalid")])
