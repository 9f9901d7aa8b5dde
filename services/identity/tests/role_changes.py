"""Members who add factors, and the desk: requests of the tests of races between roles."""

import base64
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import jwt

from identity.domain.account import Account
from identity.domain.device import BrowserIdentity
from identity.domain.passkey import RelyingParty
from identity.domain.session import Session
from identity.one_time_codes import STEP_SECONDS, OneTimeCodes
from identity.staff import set_staff
from identity.tests.authenticator import Authenticator
from identity.usecases.add_passkey import add_passkey, begin_passkey_registration
from identity.usecases.prove_second_factor import prove_second_factor
from identity.usecases.renew import renew
from identity.usecases.set_up_authenticator import begin_authenticator, confirm_authenticator
from identity.wiring import Wiring

SITE = RelyingParty("localhost", "http://localhost", "Pairwise")


ADDRESS, PASSWORD, CODE = "ann@example.org", "three blue herons", "aaaa-bbbb-cccc-dddd"


@dataclass
class Member:
    """A member with one session, whose secret and password a thief may know."""

    wired: Wiring
    id: UUID
    secret: str
    session_id: UUID

    @property
    def browser(self) -> BrowserIdentity:
        return BrowserIdentity(session_secret=self.secret)

    def is_desk_open(self, account: Account, session: Session) -> bool:
        token = self.wired.tokens.issue(account, session)
        return bool(jwt.decode(token, options={"verify_signature": False})["staff"])

    def renewed_desk(self) -> bool:
        """Whether the token opens the desk that this session gets by renewing."""
        return self.is_desk_open(*renew(self.wired.unit_of_work(), "pairwise", self.secret))


def prove_by_mail(member: Member) -> None:
    wired = member.wired
    prove_second_factor(wired.unit_of_work(), wired.codes, wired.mail_sealer, member.id, member.session_id, CODE)


def make_staff(member: Member) -> None:
    assert set_staff(member.wired.database, "pairwise", ADDRESS, is_staff=True)


def begin_a_passkey(member: Member, session_id: UUID) -> tuple[UUID, dict[str, Any]]:
    wired = member.wired
    begun = begin_passkey_registration(
        wired.unit_of_work(), wired.passwords, wired.webauthn, SITE, member.id, session_id, PASSWORD
    )
    return begun.challenge_id, Authenticator().make(begun.options)


def complete_passkey(member: Member, session_id: UUID, begun: tuple[UUID, dict[str, Any]]) -> None:
    wired = member.wired
    uow = wired.unit_of_work()
    add_passkey(uow, wired.webauthn, wired.mail_sealer, SITE, member.id, session_id, begun[0], begun[1], "Phone")


def add_a_passkey(member: Member, session_id: UUID) -> None:
    complete_passkey(member, session_id, begin_a_passkey(member, session_id))


def begin_app(member: Member, session_id: UUID) -> str:
    """Begin to set up an authenticator app. Returns the code that it shows."""
    wired, uow = member.wired, member.wired.unit_of_work()
    begun = begin_authenticator(uow, wired.passwords, wired.codes, "Pairwise", member.id, session_id, PASSWORD)
    secret = base64.b32decode(begun.secret.replace(" ", "").upper())
    return OneTimeCodes.code_at(secret, int(datetime.now(UTC).timestamp()) // STEP_SECONDS)


def complete_app(member: Member, session_id: UUID, code: str) -> None:
    wired = member.wired
    confirm_authenticator(wired.unit_of_work(), wired.codes, wired.mail_sealer, member.id, session_id, code)


def other_session(member: Member) -> UUID:
    """Open another session: the owner's, while a thief holds the first."""
    with member.wired.unit_of_work() as uow:
        session, _ = Session.open(member.id, uow.now())
        uow.sessions.add(session)
        uow.commit()
    return session.id
