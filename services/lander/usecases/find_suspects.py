from collections.abc import Callable, Mapping
from datetime import timedelta

from lander.domain.suspect_sign_up import Share, SignUpSign, is_far_above, is_far_below
from lander.storage import LanderUnit
from lander.storage.suspects import Source

# People confirm within a day or two; a chargeback takes weeks.
CONFIRMED_IN, RECENT_SIGN_UPS, RECENT_BUYERS, MONTH = (timedelta(days=days) for days in (2, 9, 45, 30))


def find_suspects(unit_of_work: Callable[[], LanderUnit]) -> int:
    """Make sign-ups of networks suspect whose share of confirmed ones or of chargebacks is far off their own month.

    Returns the number of sign-ups.
    """
    with unit_of_work() as uow:
        confirmed = uow.suspects.confirmed_shares(RECENT_SIGN_UPS, MONTH, CONFIRMED_IN)
        charged_back = uow.suspects.chargeback_shares(RECENT_BUYERS, MONTH)
        found = sum(
            uow.suspects.suspect_recent(source, SignUpSign.UNCONFIRMED, RECENT_SIGN_UPS, CONFIRMED_IN)
            for source in _off(confirmed, is_far_below)
        ) + sum(
            uow.suspects.suspect_recent(source, SignUpSign.CHARGEBACKS, RECENT_BUYERS)
            for source in _off(charged_back, is_far_above)
        )
        uow.commit()
    return found


def _off(shares: Mapping[Source, list[Share]], is_off: Callable[[Share, Share], bool]) -> list[Source]:
    return [source for source, (recent, month) in shares.items() if is_off(recent, month)]
