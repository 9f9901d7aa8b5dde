"""Signs that a sign-up was made by a program, or for the sake of a network's payout. They decide nothing: a suspect
sign-up is counted apart, and its postbacks wait for evidence or for the decision of a marketer.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from math import sqrt

from lander.domain.view import APP

# Nobody reads a page and answers the five steps of the sign-up within this time.
FASTEST = timedelta(seconds=10)
# A share is far off if it differs from the network's own month by a factor of two and by four standard errors.
FACTOR, STANDARD_ERRORS = 2, 4
LEAST_RECENT, LEAST_MONTH = 30, 100


class SignUpSign(StrEnum):
    """Why a sign-up is suspect: the first sign that was found."""

    # The page was asked for by a program, by its User-Agent.
    PROGRAM = "program"
    # It names a landing page whose script did not run, or which was never rendered.
    NO_SCRIPT = "no_script"
    FAST = "fast"
    # Another account of the site has the mailbox under another spelling.
    SAME_MAILBOX = "same_mailbox"
    # More in an hour than the network proved or declared.
    BURST = "burst"
    # Too few of the network's sign-ups of these days confirmed their address.
    UNCONFIRMED = "unconfirmed"
    # Too many of the network's buyers of these weeks charged back.
    CHARGEBACKS = "chargebacks"


# Signs of a group, which says nothing of one member: a confirmed address or a purchase refutes them.
OF_A_GROUP = (SignUpSign.BURST, SignUpSign.UNCONFIRMED)


class Decision(StrEnum):
    """A marketer's decision about suspect sign-ups."""

    GENUINE = "genuine"
    FRAUD = "fraud"


@dataclass(frozen=True)
class Opening:
    """The rendering of the page that a sign-up came from."""

    at: datetime
    is_program: bool


@dataclass(frozen=True)
class Share:
    """So many of all."""

    part: int
    whole: int

    @property
    def value(self) -> float:
        return self.part / self.whole if self.whole else 0.0


@dataclass(frozen=True)
class SuspectGroup:
    """Suspect sign-ups of one network, day (UTC) and sign with the same decision; None while they wait."""

    network: str
    day: date
    sign: SignUpSign
    sign_ups: int
    confirmed: int
    buyers: int
    decision: Decision | None = None


def sign_of(
    page: str, signed_up_at: datetime, opening: Opening | None, *, carries_rendering: bool, shares_mailbox: bool
) -> SignUpSign | None:
    """The first sign at the sign-up itself. `carries_rendering`: the event says whether there was a proof of the
    rendering (some of 0.2.0 do not)."""
    if carries_rendering and page not in ("", APP):
        if opening is None:
            return SignUpSign.NO_SCRIPT
        if opening.is_program:
            return SignUpSign.PROGRAM
        if signed_up_at - opening.at < FASTEST:
            return SignUpSign.FAST
    return SignUpSign.SAME_MAILBOX if shares_mailbox else None


def is_far_below(recent: Share, month: Share) -> bool:
    is_off = recent.value * FACTOR < month.value and _error(recent, month) < -STANDARD_ERRORS
    return is_off and _is_enough(recent, month)


def is_far_above(recent: Share, month: Share) -> bool:
    is_off = recent.value > FACTOR * month.value and _error(recent, month) > STANDARD_ERRORS
    return is_off and _is_enough(recent, month)


def _is_enough(recent: Share, month: Share) -> bool:
    return recent.whole >= LEAST_RECENT and month.whole >= LEAST_MONTH


def _error(recent: Share, month: Share) -> float:
    """The difference in standard errors of the month's share. One more of each kind keeps a share of 0 or 1 apart."""
    share = (month.part + 1) / (month.whole + 2)
    return (recent.value - share) / sqrt(share * (1 - share) / max(1, recent.whole))
