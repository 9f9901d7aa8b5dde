"""Proofs that a change of the second factors needs: one as strong as the factors that the account has."""

from datetime import timedelta
from uuid import UUID

from identity.domain.session import Session
from identity.errors import SecondFactorRequired
from identity.storage import IdentityUnit

# Long enough for the dialog that follows, too short for a stolen session to find the proof still fresh.
FRESH = timedelta(minutes=5)


def require_fresh_second_factor(uow: IdentityUnit, session: Session) -> None:
    """Raise SecondFactorRequired unless this session has proved a second factor within `FRESH`.

    An account without an authenticator app and passkeys has nothing to prove; there the password is enough. Runs in the
    caller's transaction, which has locked the account.
    """
    if not has_second_factor(uow, session.member_id):
        return
    if session.second_factor_at is None or session.second_factor_at + FRESH < uow.now():
        raise SecondFactorRequired(field="code")


def require_second_factor(uow: IdentityUnit, session: Session) -> None:
    """Raise SecondFactorRequired if the account has a second factor that this session has not proved.

    For the end of a change that was begun with `require_fresh_second_factor`. The owner may have added a first factor,
    or become staff, since it was begun: a thief's session cannot complete a factor of its own after that. Runs in the
    caller's transaction, which has locked the account.
    """
    if session.second_factor_at is None and has_second_factor(uow, session.member_id):
        raise SecondFactorRequired(field="code")


def has_second_factor(uow: IdentityUnit, member_id: UUID) -> bool:
    has_app = uow.authenticators.sealed_secret(member_id, confirmed=True) is not None
    return has_app or bool(uow.passkeys.of(member_id))
