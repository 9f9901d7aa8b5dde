from shared.kit.core import NotFound, Unavailable, logger

from profiles.moderation.ports import Accounts
from profiles.moderation.storage.unit import ModerationUnit

AT_A_TURN = 100


def confirm_suspensions(uow: ModerationUnit, accounts: Accounts) -> int:
    """Call identity with every pending suspension or end of one. Returns the number that it confirmed.

    The event MemberModerated has the same content, but needs NATS. Unconfirmed rows stay in their table, and a job
    retries. Identity ignores versions that are not newer than its own.
    """
    with uow:
        pending = uow.moderation.unconfirmed(AT_A_TURN)
    confirmed = 0
    for each in pending:
        try:
            accounts.note_moderation(each.member_id, each.version, suspended=each.suspended)
        except NotFound:
            pass  # erased: no account is left to suspend
        except Unavailable:
            logger().warning("suspensions_unconfirmed", waiting=len(pending) - confirmed)
            break
        with uow:
            uow.moderation.confirm(each)
            uow.commit()
        confirmed += 1
    return confirmed
