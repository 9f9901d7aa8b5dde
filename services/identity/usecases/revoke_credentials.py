from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from identity.domain.account import Account
from identity.domain.session import hash_secret
from identity.domain.token import Purpose
from identity.storage import IdentityUnit
from identity.usecases.end_sessions import announce_revoked


def revoke_credentials(
    uow: IdentityUnit,
    account: Account,
    at: datetime,
    *,
    kept_session_id: UUID | None = None,
    keep: Collection[Purpose] = (),
) -> None:
    """End everything that could still act on the account, in the caller's transaction, which has locked it.

    These are its sessions except `kept_session_id`, the tokens of mailed links except for the purposes in `keep`,
    exports that are not fetched yet, passkeys and authenticator apps that were begun and not completed, and deferred
    requests: those carry `credentials_version`, which changes here, and the worker drops them.

    An activation link stays valid while the address is not confirmed: it confirms the address and opens no session.
    """
    kept = {*keep} if account.is_confirmed else {*keep, Purpose.ACTIVATION}
    announce_revoked(uow, uow.sessions.end_all(account.id, except_id=kept_session_id), at)
    uow.tokens.delete_all(account.id, except_for=kept)
    if Purpose.EXPORT not in kept:
        uow.exports.end_ready(account.id)
    uow.passkeys.delete_challenges(account.id)
    uow.authenticators.delete_begun(account.id)
    uow.accounts.change_credentials_version(account.id)


def own_session(uow: IdentityUnit, account: Account, session_secret: str | None) -> UUID | None:
    """The id of this browser's session, if it belongs to this account."""
    session = uow.sessions.find(hash_secret(session_secret)) if session_secret else None
    return session.id if session and session.member_id == account.id else None
