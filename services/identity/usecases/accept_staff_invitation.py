"""Accepting an invitation to work at the desks: a password and a second factor, in one step."""

from dataclasses import dataclass
from uuid import UUID

from shared.sites import Site

from identity.domain.account import Account, Status
from identity.domain.attempts import subject
from identity.domain.authentication import AccessMethod, Proof, check_account
from identity.domain.device import BrowserIdentity
from identity.domain.password import check_password
from identity.domain.second_factor import new_recovery_codes, recovery_hash
from identity.domain.session import hash_secret
from identity.domain.staff_account import Actor, StaffAct
from identity.domain.token import Purpose
from identity.errors import CodeWrong, LinkInvalid
from identity.one_time_codes import OneTimeCodes
from identity.passwords import Argon2Passwords
from identity.sealing import MailSealer
from identity.security_events import about
from identity.storage import IdentityUnit
from identity.usecases.attempt_limits import AttemptLimit, clear_attempts, count_attempt, fail_attempt
from identity.usecases.authenticate import OpenedSession, authenticate
from identity.usecases.revoke_credentials import revoke_credentials
from identity.usecases.set_up_authenticator import NewAuthenticator
from identity.usecases.take_member_roles import take_member_roles
from identity.usecases.use_link import use_link


@dataclass(frozen=True)
class Acceptance:
    token: str
    password: str
    code: str


def describe_invitation(
    uow: IdentityUnit, codes: OneTimeCodes, site_key: str, issuer: str, token: str
) -> tuple[Account, NewAuthenticator]:
    """The invited account, and the secret for its authenticator app. Uses up nothing: a reload shows the same secret.

    Raises LinkInvalid.
    """
    with uow:
        account = _invited(uow, site_key, token)
        sealed = uow.authenticators.sealed_secret(account.id, confirmed=False)
        secret = codes.unseal_secret(sealed) if sealed else codes.new_secret()
        if sealed is None and not uow.authenticators.begin(account.id, codes.seal_secret(secret)):
            raise LinkInvalid(field="token")
        uow.commit()
    return account, NewAuthenticator(codes.grouped(secret), codes.provisioning_uri(secret, account.email, issuer))


def accept_invitation(
    uow: IdentityUnit,
    passwords: Argon2Passwords,
    codes: OneTimeCodes,
    sealer: MailSealer,
    site_key: str,
    site: Site,
    given: Acceptance,
    browser: BrowserIdentity,
) -> tuple[list[str], OpenedSession]:
    """Set the password and the authenticator app, and open a session that has proved it. Returns the recovery codes.

    Members with this address lose their roles at the sites of the roles accepted.

    All or nothing: a refused password or a wrong code leaves the link valid. Raises LinkInvalid, CodeWrong,
    LoginBlocked and the refusals of `check_password`.
    """
    with uow:
        invited = _invited(uow, site_key, given.token)
    check_password(given.password, site, email=invited.email, name=invited.name)
    limit = AttemptLimit(subject("first-code", invited.id))
    attempt = count_attempt(uow, limit)
    password_hash, recovery = passwords.hash(given.password), new_recovery_codes()
    with uow:
        now, account = uow.now(), use_link(uow, AccessMethod.STAFF_INVITATION, site_key, given.token).account
        sealed = uow.authenticators.sealed_secret(account.id, confirmed=False)
        step = codes.matching_step(codes.unseal_secret(sealed), given.code, now) if sealed else None
        if step is None:
            fail_attempt(attempt, CodeWrong(field="code"))
        uow.authenticators.confirm(account.id)
        uow.authenticators.use_step(account.id, step)
        uow.authenticators.replace_recovery_codes(account.id, [recovery_hash(account.id, each) for each in recovery])
        clear_attempts(uow, limit)
        uow.staff.set_password(account.id, password_hash, status=Status.ACTIVE)
        uow.staff.accept(account.id)
        roles = account.staff.roles if account.staff else frozenset()
        uow.staff.record(account.id, Actor(account.id), StaffAct.ACCEPT, roles)
        take_member_roles(uow, account, roles)
        revoke_credentials(uow, account, now)
        proof = Proof(AccessMethod.STAFF_INVITATION, account.id, second_factor_at=now)
        opened = authenticate(uow, sealer, site_key, proof, browser)
        uow.commit()
    return recovery, opened


def _invited(uow: IdentityUnit, site_key: str, token: str) -> Account:
    """The account of a valid link, locked: its row comes before those of its factors, as everywhere."""
    secret_hash = hash_secret(token)
    account_id: UUID | None = uow.tokens.owner_of(Purpose.STAFF_INVITATION, secret_hash)
    about(account_id)
    locked = uow.accounts.lock(account_id) if account_id else None
    account = check_account(locked, AccessMethod.STAFF_INVITATION, site_key, uow.now())
    if not uow.tokens.is_valid(Purpose.STAFF_INVITATION, secret_hash):
        raise LinkInvalid(field="token")
    return account
