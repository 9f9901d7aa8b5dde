"""The subjects of a campaign mail against each other: whose readers came back, at any look."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from shared.statistics.evidence import Conclusion, Finding, conversions_needed, judge

# A member has returned if they are seen within this time after the message reached their mail server: on a later day,
# or on the same one if they were not seen on it before.
RETURNS_WITHIN = timedelta(days=7)
# The part of the members who return in a week anyway, and the difference that a trial should find.
USUAL_RETURNS, WORTH_FINDING = 0.2, 0.2


@dataclass(frozen=True)
class SubjectCounts:
    """Messages with one subject: queued, taken by the mail server and not bounced, and what followed in a week."""

    queued: int = 0
    delivered: int = 0
    returned: int = 0
    unsubscribed: int = 0
    complained: int = 0


@dataclass(frozen=True)
class SubjectLook:
    """Messages queued and members who returned until the end of a day, by subject."""

    day: date
    queued: tuple[int, ...]
    returned: tuple[int, ...]


@dataclass(frozen=True)
class MessageCounts:
    """What is stored of a message: its counts by subject, and the looks; none for a message with one subject."""

    message: int
    subjects: Sequence[SubjectCounts]
    looks: Sequence[SubjectLook]


@dataclass(frozen=True)
class SubjectResult:
    """`finding` names subjects by their number. `is_too_small`: the measurement is over, and nothing can be said."""

    message: int
    subjects: Sequence[SubjectCounts]
    finding: Finding | None
    is_too_small: bool


def result_of_subjects(counts: MessageCounts, *, is_over: bool) -> SubjectResult:
    """Judge the subjects of a message as experiments are judged (decision 62)."""
    tried = len(counts.subjects)
    if tried < 2:
        return SubjectResult(counts.message, counts.subjects, None, is_too_small=False)
    finding = judge([1 / tried] * tried, [(look.queued, look.returned) for look in counts.looks])
    is_too_small = is_over and finding.conclusion is Conclusion.TOO_EARLY
    return SubjectResult(counts.message, counts.subjects, finding, is_too_small)


def members_needed_for_subjects(subjects: int, holdout: int) -> int:
    """Sample size of a campaign, holdout included: power 0.8 to detect a subject with a fifth more returns."""
    weights = [1 / subjects] * subjects
    rate = USUAL_RETURNS * (1 + WORTH_FINDING / subjects)
    return round(conversions_needed(weights, WORTH_FINDING) / rate / (1 - holdout / 100))
