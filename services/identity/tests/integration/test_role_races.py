"""A role, a status or an address changes while somebody acts on the account.

Each test runs every interleaving: the other transaction runs before the first statement of the action, then before the
second, and so on until the action has no more statements. It runs in a thread of its own. If it waits for a row lock of
the action, the action goes on, and the other transaction follows it. So no test depends on how fast the machine is.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from uuid import UUID, uuid4

import pytest
from shared.kit.db import Database
from shared.registry import service_names
from sqlalchemy import text

from identity.domain.device import BrowserIdentity
from identity.domain.second_factor import recovery_hash
from identity.domain.session import Session, hash_secret
from identity.domain.sign_up_key import SignUpKey
from identity.domain.token import Purpose
from identity.tests.factories import all_mails
from identity.tests.interleavings import Interleavings
from identity.tests.role_changes import (
    ADDRESS,
    CODE,
    PASSWORD,
    Member,
    add_a_passkey,
    begin_a_passkey,
    begin_app,
    complete_app,
    complete_passkey,
    make_staff,
    other_session,
    prove_by_mail,
)
from identity.usecases.change_address import change_address
from identity.usecases.change_language import change_language
from identity.usecases.change_password import change_password
from identity.usecases.delete_account import delete_account
from identity.usecases.end_sessions import end_sessions_of
from identity.usecases.export_data import pack_exports
from identity.usecases.sign_up import SignUpForm, sign_up
from identity.wiring import Wiring


@pytest.fixture
def interleavings(database: Database, monkeypatch: pytest.MonkeyPatch) -> Interleavings:
    return Interleavings(database, monkeypatch)


@pytest.fixture
def new_member(wired: Wiring, database: Database) -> Callable[[], Member]:
    """Adds a member with a confirmed address in the place of the one before."""

    def make() -> Member:
        with wired.unit_of_work() as uow:
            uow.session.execute(text("DELETE FROM accounts"))
            member_id, now = uuid4(), uow.now()
            password_hash = wired.passwords.hash(PASSWORD)
            status = "active"
            uow.session.execute(
                text(
                    "INSERT INTO accounts (id, site, email, name, password_hash, status, locale)"
                    " VALUES (:id, 'pairwise', :email, 'Ann', :password_hash, :status, 'en')"
                ),
                {"id": member_id, "email": ADDRESS, "password_hash": password_hash, "status": status},
            )
            session, secret = Session.open(member_id, now)
            uow.sessions.add(session)
            until = now + timedelta(minutes=5)
            uow.tokens.replace(member_id, Purpose.SECOND_FACTOR, recovery_hash(member_id, CODE), until)
            uow.commit()
        return Member(wired, member_id, secret, session.id)

    return make


def proved(new_member: Callable[[], Member]) -> Member:
    member = new_member()
    prove_by_mail(member)
    return member


class Desk:
    """Collects whether a token that the action was given opens the desk."""

    def __init__(self) -> None:
        self.tokens: list[bool] = []

    def prove(self, member: Member) -> None:
        prove_by_mail(member)
        self.tokens.append(member.renewed_desk())

    def renew(self, member: Member) -> None:
        self.tokens.append(member.renewed_desk())

    def change_password(self, member: Member) -> None:
        wired = member.wired
        opened = change_password(
            wired.unit_of_work(),
            wired.passwords,
            wired.mail_sealer,
            "pairwise",
            wired.sites.get("pairwise"),
            member.id,
            PASSWORD,
            "five red foxes",
            member.browser,
        )
        self.tokens.append(member.is_desk_open(opened.account, opened.session))
        member.secret = opened.secret

    def retry_sign_up(self, member: Member) -> None:
        wired, key = member.wired, SignUpKey.of(UUID(int=7), "body")
        with wired.unit_of_work() as uow:
            uow.session.execute(text("DELETE FROM sign_ups"))
            uow.sign_ups.claim("pairwise", key, member.id)
            uow.commit()
        form = SignUpForm(
            uuid4(), ADDRESS, "Ann", "1995-04-12", "female", ["male"], PASSWORD, None, "en", terms_accepted=True
        )
        site = wired.sites.get("pairwise")
        done = sign_up(
            wired.unit_of_work(), wired.passwords, wired.mail_sealer, "pairwise", site, key, form, member.browser
        )
        self.tokens.append(member.is_desk_open(done.account, done.session))

    def check(self, member: Member, acted: bool, other_came_first: bool) -> None:
        self.tokens.append(member.renewed_desk())
        assert not any(self.tokens)


@pytest.mark.parametrize("action", ["prove", "renew", "change_password", "retry_sign_up"])
def test_a_mailed_code_never_opens_the_desk_whenever_its_member_becomes_staff(
    interleavings: Interleavings, new_member: Callable[[], Member], action: str
) -> None:
    desk = Desk()
    prepare = new_member if action == "prove" else partial(proved, new_member)

    interleavings.run(prepare, getattr(desk, action), make_staff, desk.check)

    assert desk.tokens


@dataclass
class Begun:
    """A change of the second factors that the first session has begun, and how it is completed."""

    member: Member
    complete: Callable[[], None]
    owner_session_id: UUID


def begun_passkey(member: Member) -> Begun:
    begun = begin_a_passkey(member, member.session_id)
    return Begun(member, lambda: complete_passkey(member, member.session_id, begun), other_session(member))


def begun_app(member: Member) -> Begun:
    code = begin_app(member, member.session_id)
    return Begun(member, lambda: complete_app(member, member.session_id, code), other_session(member))


def never_after(begun: Begun, acted: bool, other_came_first: bool) -> None:
    assert not (acted and other_came_first)


@pytest.mark.parametrize("begin", [begun_passkey, begun_app])
@pytest.mark.parametrize("ended", ["session", "deleted"])
def test_a_factor_is_not_added_in_a_session_that_has_ended(
    interleavings: Interleavings, new_member: Callable[[], Member], begin: Callable[[Member], Begun], ended: str
) -> None:
    def end(begun: Begun) -> None:
        wired, member = begun.member.wired, begun.member
        if ended == "session":
            end_sessions_of(wired.unit_of_work(), member.id)
        else:
            delete_account(wired.unit_of_work(), wired.passwords, wired.mail_sealer, member.id, PASSWORD)

    interleavings.run(lambda: begin(new_member()), lambda begun: begun.complete(), end, never_after)


def test_a_passkey_begun_without_a_factor_is_not_completed_after_the_owner_added_an_app(
    interleavings: Interleavings, new_member: Callable[[], Member]
) -> None:
    def add_app(begun: Begun) -> None:
        complete_app(begun.member, begun.owner_session_id, begin_app(begun.member, begun.owner_session_id))

    interleavings.run(lambda: begun_passkey(new_member()), lambda begun: begun.complete(), add_app, never_after)


def test_an_app_begun_without_a_factor_is_not_completed_after_the_owner_added_a_passkey(
    interleavings: Interleavings, new_member: Callable[[], Member]
) -> None:
    interleavings.run(
        lambda: begun_app(new_member()),
        lambda begun: begun.complete(),
        lambda begun: add_a_passkey(begun.member, begun.owner_session_id),
        never_after,
    )


def test_an_app_begun_with_a_mailed_code_is_not_completed_after_its_member_became_staff(
    interleavings: Interleavings, new_member: Callable[[], Member]
) -> None:
    def prepare() -> Begun:
        member = new_member()
        add_a_passkey(member, member.session_id)
        prove_by_mail(member)
        return begun_app(member)

    def check(begun: Begun, acted: bool, other_came_first: bool) -> None:
        never_after(begun, acted, other_came_first)
        assert not begun.member.renewed_desk()

    interleavings.run(prepare, lambda begun: begun.complete(), lambda begun: make_staff(begun.member), check)


def test_a_change_of_language_never_brings_a_deleted_account_back(
    interleavings: Interleavings, new_member: Callable[[], Member], wired: Wiring
) -> None:
    site = wired.sites.get("pairwise")
    language = next(locale for locale in site.locales if locale != "en")

    def delete(member: Member) -> None:
        delete_account(wired.unit_of_work(), wired.passwords, wired.mail_sealer, member.id, PASSWORD)

    def check(member: Member, acted: bool, other_came_first: bool) -> None:
        with wired.unit_of_work() as uow:
            account = uow.accounts.get(member.id)
        assert account is not None
        assert (account.status, account.deleted_at is not None) == ("deleted", True)

    interleavings.run(
        new_member, lambda member: change_language(wired.unit_of_work(), site, member.id, language), delete, check
    )


def test_the_link_of_an_export_never_works_from_the_mailbox_before(
    interleavings: Interleavings, new_member: Callable[[], Member], wired: Wiring, database: Database
) -> None:
    address = f"new-{ADDRESS}"

    def prepare() -> Member:
        member = new_member()
        with wired.unit_of_work() as uow:
            export_id = uuid4()
            uow.exports.add(export_id, member.id)
            for service in service_names():
                uow.exports.deliver(export_id, service, [(f"{service}/x.json", wired.store.seal(b"{}"))], is_last=True)
            until = uow.now() + timedelta(hours=1)
            uow.tokens.replace(member.id, Purpose.MAIL_CHANGE, hash_secret("change"), until, address)
            uow.commit()
        return member

    def move(_: Member) -> None:
        site = wired.sites.get("pairwise")
        change_address(wired.unit_of_work(), wired.mail_sealer, site, "change", BrowserIdentity())

    def check(member: Member, acted: bool, other_came_first: bool) -> None:
        mail = all_mails(database, wired, "export_ready")[-1]
        with wired.unit_of_work() as uow:
            works = uow.tokens.is_valid(Purpose.EXPORT, hash_secret(mail["token"]))
        assert mail["to"] == address or not works

    interleavings.run(
        prepare,
        lambda member: pack_exports(wired.unit_of_work, wired.store, wired.mail_sealer, service_names()),
        move,
        check,
    )
