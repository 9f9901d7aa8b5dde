from datetime import UTC, datetime

from servicekit.errors import AuthenticationRequired

from identity.domain.account import Account, Status
from identity.domain.session import Session, hash_secret
from identity.ports import IdentityUnitOfWork


def renew(uow: IdentityUnitOfWork, site_key: str, secret: str) -> tuple[Account, Session]:
    """Whose session this is, as the account stands now. Raises AuthenticationRequired when it is over, or another
    site's.
    """
    with uow.reading() as reads:
        session = reads.sessions.find(hash_secret(secret))
        account = reads.accounts.get(session.member_id) if session else None
    if session is None or account is None or account.status is Status.DELETED or account.site != site_key:
        raise AuthenticationRequired()
    if account.is_suspended:
        raise AuthenticationRequired()
    # Once a day is as finely as use is kept; our clock only saves asking the database each time.
    if session.used_on != datetime.now(UTC).date():
        with uow:
            uow.sessions.note_use(session.id)
            uow.commit()
    return account, session
