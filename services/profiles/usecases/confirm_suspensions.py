from servicekit.errors import NotFound, Unavailable
from servicekit.logs import logger

from profiles.ports import Accounts, ProfilesUnitOfWork

AT_A_TURN = 100


def confirm_suspensions(uow: ProfilesUnitOfWork, accounts: Accounts) -> int:
    """Let identity carry out what was decided, now. Returns how many suspensions, or ends of one, it confirmed.

    The event MemberModerated says the same, but needs NATS. What identity does not confirm stays in its table, and the
    worker comes back to it. Identity ignores what it has heard already, and what is older.
    """
    with uow:
        pending = uow.moderation.unconfirmed(AT_A_TURN)
    confirmed = 0
    for each in pending:
        try:
            accounts.note_moderation(each.member_id, each.version, suspended=each.suspended)
        except NotFound:
            pass  # erased meanwhile: there is nothing left to suspend
        except Unavailable:
            logger().warning("suspensions_unconfirmed", waiting=len(pending) - confirmed)
            break
        with uow:
            uow.moderation.confirm(each)
            uow.commit()
        confirmed += 1
    return confirmed
