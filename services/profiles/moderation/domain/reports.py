"""Reports of minors: the ones that hide a profile before a person has looked, and the limits on reporters.

The rules keep one person from hiding many, and many accounts of one person from hiding somebody for long; decision 0029
has the reasons.
"""

from dataclasses import dataclass
from datetime import timedelta

# Profiles that one member's reports may hide within a day; further reports wait at the head of the queue.
HIDES_A_DAY = 3
# Dismissed reports of minors after which a reporter's next one waits, unless one was upheld.
UNFOUNDED_MOST = 2
# Visitors, each from another network, whose reports together hide a profile.
VISITORS_NEEDED = 2
# Time during which a person's decision that a member is of age keeps further reports from hiding them.
LOOKED_AT_HOLDS = timedelta(days=180)
REMEMBERED = timedelta(days=365)
# A suspension of the processing of reports, after a warning (DSA, Article 23(2)).
REPORTS_SUSPENDED = timedelta(days=90)


@dataclass(frozen=True, slots=True)
class ReportHistory:
    """A member's reports of minors: the profiles hidden by them within a day, the dismissed and the upheld of a year,
    and whether the member was warned about abusive reports in it."""

    hides_today: int
    unfounded: int
    upheld: int
    is_warned: bool

    @property
    def may_hide(self) -> bool:
        is_doubted = self.is_warned or (self.unfounded >= UNFOUNDED_MOST and self.upheld == 0)
        return not is_doubted and self.hides_today < HIDES_A_DAY


@dataclass(frozen=True, slots=True)
class ReporterRecord:
    """A reporter's earlier reports of any reason, decided within a year, and those of them that led to a measure."""

    decided: int
    upheld: int
