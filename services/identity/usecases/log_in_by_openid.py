"""Logging in to an account of staff at the company's OpenID provider: first the identity, then the second factor."""

from uuid import UUID

from identity.domain.account import normal_email
from identity.domain.authentication import AccessMethod, Proof, check_account
from identity.domain.device import BrowserIdentity
from identity.domain.openid import OpenIdLogIn, ProvenIdentity, ProvenLogIn
from identity.domain.staff_account import STAFF_SITE, Actor, StaffAct
from identity.errors import EmailInvalid, OidcBound, OidcEmailUnverified, OidcUnknown, SecondFactorRequired
from identity.one_time_codes import OneTimeCodes
from identity.ports import OpenIdProvider
from identity.sealing import MailSealer
from identity.security_events import about
from identity.storage import IdentityUnit
from identity.usecases.authenticate import OpenedSession, authenticate, is_second_factor_due
from identity.usecases.use_code import count_code_attempt, use_code


def prove_by_openid(
    uow: IdentityUnit, provider: OpenIdProvider, site_key: str, log_in: OpenIdLogIn, code: str
) -> ProvenLogIn:
    """The account of staff that the provider's answer is about.

    It is the account that this subject of the provider was bound to, or, at the first log-in, that with the address
    which the provider has verified; it is bound then. No account is made. The provider is called outside a transaction.

    Raises OidcUnavailable, OidcRefused, OidcUnknown, OidcEmailUnverified, OidcBound and OidcInvitationOpen.
    """
    identity = provider.identity(log_in, code)
    with uow:
        account_id = uow.staff.bound_to(identity.issuer, identity.subject)
        is_first = account_id is None
        account_id = account_id or _invited(uow, identity)
        about(account_id)
        account = check_account(uow.accounts.lock(account_id), AccessMethod.OPENID, site_key, uow.now())
        if is_first:
            if not uow.staff.bind(account.id, identity.issuer, identity.subject):
                raise OidcBound()
            uow.staff.record(account.id, Actor(account.id), StaffAct.BIND, account.staff.roles if account.staff else ())
        uow.commit()
    return ProvenLogIn(account.id, identity.issuer, identity.subject, identity.has_second_factor)


def open_by_openid(
    uow: IdentityUnit,
    codes: OneTimeCodes,
    sealer: MailSealer,
    site_key: str,
    proven: ProvenLogIn,
    code: str | None,
    browser: BrowserIdentity,
) -> OpenedSession:
    """Open a session for a proven identity, with a second factor: the provider's, where the operator has named its
    statement (`OIDC_SECOND_FACTORS`), else a code of the account's own app.

    The account and its binding are read again under its lock: access that ended since the proof opens nothing. Raises
    OidcUnknown, SecondFactorRequired, CodeWrong and LoginBlocked.
    """
    about(proven.account_id)
    with uow:
        account = check_account(uow.accounts.get(proven.account_id), AccessMethod.OPENID, site_key, uow.now())
        is_code_due = not proven.has_second_factor and is_second_factor_due(uow, account)
    if is_code_due and not code:
        raise SecondFactorRequired(field="code")
    attempt = count_code_attempt(uow, account.id) if is_code_due else None
    with uow:
        locked = check_account(uow.accounts.lock(account.id), AccessMethod.OPENID, site_key, uow.now())
        if uow.staff.bound_to(proven.issuer, proven.subject) != locked.id:
            raise OidcUnknown()
        second_factor_at = uow.now() if proven.has_second_factor else None
        if attempt is not None and code:
            second_factor_at = use_code(uow, codes, sealer, locked, attempt, code)
        proof = Proof(AccessMethod.OPENID, locked.id, second_factor_at=second_factor_at)
        opened = authenticate(uow, sealer, site_key, proof, browser)
        uow.commit()
    return opened


def _invited(uow: IdentityUnit, identity: ProvenIdentity) -> UUID:
    """The account of staff with the verified address of this identity."""
    if identity.email is None:
        raise OidcEmailUnverified()
    try:
        found = uow.accounts.find(STAFF_SITE, normal_email(identity.email))
    except EmailInvalid as error:
        raise OidcUnknown() from error
    if found is None:
        raise OidcUnknown()
    return found.id
