from enum import StrEnum


class UnmatchReason(StrEnum):
    """Reason for ending the contact with a member. The other member is told neither that nor why."""

    NO_INTEREST = "no_interest"
    MET_SOMEONE = "met_someone"
    FAKE = "fake"
    HARASSMENT = "harassment"
    FRAUD = "fraud"
    MINOR = "minor"
    OTHER = "other"


# Reasons that offer a report, and that the desk counts. They have the names of reasons of reports.
SERIOUS = frozenset({UnmatchReason.FAKE, UnmatchReason.HARASSMENT, UnmatchReason.FRAUD, UnmatchReason.MINOR})
