from sites import Site

from identity.domain.account import Account, Status, normal_email
from identity.domain.session import Session
from identity.errors import AccountDeleted, EmailInvalid, LoginBlocked, LoginFailed
from identity.ports import IdentityUnitOfWork, Passwords


def log_in(
    uow: IdentityUnitOfWork, passwords: Passwords, site_key: str, site: Site, email: str, password: str
) -> tuple[Account, str]:
    """Open a session. Returns its secret, too. A wrong password counts, also when its request fails afterwards."""
    try:
        address = normal_email(email)
    except EmailInvalid as error:
        raise LoginFailed() from error
    with uow:
        account = uow.accounts.find(site_key, address)
        if account is None:
            passwords.fits(password, None)
            raise LoginFailed()
        now, guard = uow.now(), uow.accounts.guard_of(account.id)
        if minutes := guard.minutes_left(now):
            raise LoginBlocked(retry_after_seconds=minutes * 60, minutes=minutes)
        if not passwords.fits(password, account.password_hash):
            guard.fail(now, site.login_limit.attempts, site.login_limit.minutes)
            uow.accounts.save_guard(account.id, guard)
            uow.commit()
            if minutes := guard.minutes_left(now):
                raise LoginBlocked(retry_after_seconds=minutes * 60, minutes=minutes)
            raise LoginFailed()
        if account.status is Status.DELETED:
            raise AccountDeleted()
        guard.succeed()
        uow.accounts.save_guard(account.id, guard)
        session, secret = Session.open(account.id, now)
        uow.sessions.add(session)
        uow.commit()
    return account, secret
