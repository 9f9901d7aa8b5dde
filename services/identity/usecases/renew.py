from datetime import UTC, datetime

from servicekit.errors import AuthenticationRequired
from servicekit.security_log import log_security_event

from identity.domain.account import Account
from identity.domain.authentication import Way, check_account
from identity.domain.session import Session, hash_secret
from identity.ports import IdentityUnitOfWork
from identity.security_events import Action


def renew(uow: IdentityUnitOfWork, site_key: str, secret: str) -> tuple[Account, Session]:
    """The session of this secret and its account, as they stand now. Raises AuthenticationRequired when the session is
    over, another site's, or of an account that has left or is suspended.

    The desk stays open in a session that is renewed in time.
    """
    # Our own clock is enough for both uses: nothing here needs it to the second, and it saves a round trip.
    now = datetime.now(UTC)
    with uow.reading() as reads:
        session = reads.sessions.find(hash_secret(secret))
        account = reads.accounts.get(session.member_id) if session else None
    account = check_account(account, Way.RENEWAL, site_key, now)
    if session is None:
        raise AuthenticationRequired()
    if session.used_on != now.date():  # once a day is as finely as use is kept
        with uow:
            uow.sessions.note_use(session.id)
            uow.commit()
    if account.is_staff and session.is_desk_open(now):
        with uow:
            uow.sessions.note_desk_use(session.id, now)
            uow.commit()
        if session.is_first_at_desk:
            log_security_event(Action.DESK_OPEN, member_id=account.id, site=account.site)
    return account, session
