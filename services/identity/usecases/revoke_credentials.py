from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from identity.domain.account import Account
from identity.domain.session import hash_secret
from identity.domain.token import Purpose
from identity.ports import IdentityUnitOfWork
from identity.usecases.end_sessions import announce_revoked


def revoke_credentials(
    uow: IdentityUnitOfWork,
    account: Account,
    at: datetime,
    *,
    but_session: UUID | None = None,
    keep: Collection[Purpose] = (),
) -> None:
    """End all that could still act on the account, in the caller's transaction, which has locked it.

    These are its sessions but `but_session`, the tokens of mailed links but those of the purposes in `keep`, exports
    that wait to be fetched, passkeys and authenticator apps that were begun and not finished, and requests that wait in
    the queue: those carry `credentials_version`, which changes here, and are dropped by the worker.

    An activation link stays while the address is not confirmed: it shows that the address is right and opens nothing.
    """
    kept = {*keep} if account.is_confirmed else {*keep, Purpose.ACTIVATION}
    announce_revoked(uow, uow.sessions.end_all(account.id, but=but_session), at)
    uow.tokens.drop_all(account.id, but=kept)
    if Purpose.EXPORT not in kept:
        uow.exports.end_ready(account.id)
    uow.passkeys.drop_challenges(account.id)
    uow.authenticators.drop_begun(account.id)
    uow.accounts.change_credentials_version(account.id)


def own_session(uow: IdentityUnitOfWork, account: Account, session_secret: str | None) -> UUID | None:
    """The session of this browser, if it is one of this account."""
    session = uow.sessions.find(hash_secret(session_secret)) if session_secret else None
    return session.id if session and session.member_id == account.id else None
