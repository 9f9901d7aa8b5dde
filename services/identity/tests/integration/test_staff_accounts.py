"""Accounts of staff: invitation, acceptance with a second factor, log-in, roles by brand, and the end of an account."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from threading import Barrier, Thread
from typing import Any
from unittest.mock import Mock
from uuid import UUID

import jwt
import pytest
from flask import Flask
from pairwise.identity.v1.accounts_pb2 import GetContactsRequest
from pairwise.identity.v1.events_pb2 import MailRequested, MemberSignedUp, SessionRevoked
from shared.kit.core import Forbidden
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from identity.domain.staff_account import EVERY_SITE, Actor, StaffRole
from identity.errors import LastOwner
from identity.rpc.accounts import AccountServicer
from identity.storage import IdentityUnit
from identity.tests.authenticator import Authenticator
from identity.tests.authenticator_app import App
from identity.tests.factories import all_mails, last_mail, sign_up_form, signed_up
from identity.usecases.manage_staff import StaffInvitation, change_roles, invite_again, invite_staff, off_board
from identity.usecases.move_staff import move_staff
from identity.wiring import Wiring

PASSWORD = "three blue herons"
OPERATOR = Actor(operator="ops")
PEOPLE = "/api/desk-people.php"


@dataclass
class Person:
    id: UUID
    email: str
    browser: Browser
    app: App
    recovery_codes: list[str]

    def log_in(self, browser: Browser, **changes: Any) -> str:
        """The refusal of a log-in with another browser; `in` for none."""
        form = {"email": self.email, "password": PASSWORD, "code": self.app.code(), **changes}
        answer = browser.post("/api/desk-login.php", form)
        return str(answer.json.get("error", {}).get("code", "in"))

    def people(self) -> dict[str, dict[str, Any]]:
        return {each["email"]: each for each in self.browser.get(PEOPLE).json["people"]}


@pytest.fixture
def new_browser(app: Flask, keys: KeyPair) -> Callable[[], Browser]:
    return lambda: Browser(app, keys)


def invite(wired: Wiring, email: str, *roles: tuple[StaffRole, str], site: str = "pairwise") -> UUID:
    given = StaffInvitation(email, "Kim Berg", roles, "en")
    passwords, sealer, sites = wired.passwords, wired.mail_sealer, wired.sites.site_keys()
    return invite_staff(wired.unit_of_work(), passwords, sealer, OPERATOR, site, sites, given)


def accept(wired: Wiring, database: Database, browser: Browser, account_id: UUID, email: str) -> Person:
    token = last_mail(database, wired, "staff_invitation")["token"]
    shown = browser.post("/api/desk-invitation.php", {"token": token}).json
    assert shown["email"] == email
    app = App(shown["secret"], database)
    answer = browser.put("/api/desk-invitation.php", {"token": token, "password": PASSWORD, "code": app.code()})
    assert answer.status_code == 200, answer.json
    browser.logged_in()
    return Person(account_id, email, browser, app, answer.json["recovery_codes"])


@pytest.fixture
def person(wired: Wiring, database: Database, new_browser: Callable[[], Browser]) -> Callable[..., Person]:
    def make(email: str, *roles: tuple[StaffRole, str], host: str = "localhost") -> Person:
        account_id = invite(wired, email, *roles)
        return accept(wired, database, new_browser().at(host), account_id, email)

    return make


@pytest.fixture
def owner(person: Callable[..., Person]) -> Person:
    return person("olga@example.org", (StaffRole.OWNER, EVERY_SITE))


def claims(browser: Browser) -> dict[str, Any]:
    found: dict[str, Any] = jwt.decode(browser.cookie("token") or "", options={"verify_signature": False})
    return found


MODERATOR = (StaffRole.MODERATOR, "pairwise")


def test_an_invited_person_sets_a_password_and_a_second_factor_and_gets_the_desk(
    database: Database, person: Callable[..., Person]
) -> None:
    kim = person("kim@example.org", MODERATOR)

    found = claims(kim.browser)
    assert (found["staff"], found["staff_account"], found["marketer"], found["owner"]) == (True, True, False, False)
    assert kim.browser.get("/api/user.php").json["user"]["desks"] == ["moderator"]
    assert len(kim.recovery_codes) == 10
    assert announced(database, MemberSignedUp) == [], "staff are no members"


def test_nothing_of_a_refused_acceptance_is_kept(
    wired: Wiring, database: Database, new_browser: Callable[[], Browser]
) -> None:
    invite(wired, "kim@example.org", MODERATOR)
    token, browser = last_mail(database, wired, "staff_invitation")["token"], new_browser()
    app = App(browser.post("/api/desk-invitation.php", {"token": token}).json["secret"], database)

    def accepted(**changes: str) -> str:
        form = {"token": token, "password": PASSWORD, "code": app.code(), **changes}
        return str(browser.put("/api/desk-invitation.php", form).json.get("error", {}).get("code", "in"))

    assert accepted(code="000000") == "code_wrong"
    assert accepted(password="short") == "password_too_short"
    assert accepted(token="another") == "link_invalid"
    assert browser.post("/api/desk-login.php", {"email": "kim@example.org", "password": PASSWORD}).status_code == 422
    assert accepted() == "in", "the link is valid until it is used"
    assert accepted() == "link_invalid", "and once"


def test_a_reload_shows_the_same_secret_and_an_old_link_is_refused(
    wired: Wiring, database: Database, new_browser: Callable[[], Browser]
) -> None:
    invite(wired, "kim@example.org", MODERATOR)
    token, browser = last_mail(database, wired, "staff_invitation")["token"], new_browser()
    first, second = (browser.post("/api/desk-invitation.php", {"token": token}).json for _ in range(2))
    assert first["secret"] == second["secret"]
    with IdentityUnit(database) as uow:
        [row] = uow.session.execute(text("SELECT expires_at - now() FROM tokens")).all()
    assert timedelta(days=6, hours=23) < row[0] <= timedelta(days=7)

    with database.engine.begin() as connection:
        connection.execute(text("UPDATE tokens SET expires_at = now()"))
    assert browser.post("/api/desk-invitation.php", {"token": token}).json["error"]["code"] == "link_invalid"


def test_one_address_is_a_members_and_a_persons_of_staff(
    browser: Browser, new_browser: Callable[[], Browser], person: Callable[..., Person]
) -> None:
    signed_up(browser, email="kim@example.org", password="four green frogs")
    kim = person("kim@example.org", MODERATOR)

    member = {"email": "kim@example.org", "password": "four green frogs"}
    assert new_browser().post("/api/user.php", member).json["user"]["desks"] is None
    assert new_browser().post("/api/desk-login.php", member).json["error"]["code"] == "login_failed"
    assert new_browser().post("/api/user.php", {**member, "password": PASSWORD}).status_code == 422
    assert kim.log_in(new_browser()) == "in"
    assert kim.log_in(new_browser(), code=None) == "second_factor_required"
    assert kim.log_in(new_browser(), code="000000") == "code_wrong"


def test_roles_hold_at_their_brand_alone(new_browser: Callable[[], Browser], person: Callable[..., Person]) -> None:
    kim = person("kim@example.org", MODERATOR)
    mia = person("mia@example.org", (StaffRole.SUPPORT, EVERY_SITE), (StaffRole.MARKETER, "iskra"))

    assert kim.log_in(new_browser().at("iskra.localhost")) == "login_failed"
    form = {"email": mia.email, "password": PASSWORD, "code": mia.app.code()}
    user = new_browser().at("iskra.localhost").post("/api/desk-login.php", form).json["user"]
    assert user["desks"] == ["marketer", "support"]
    found = claims(mia.browser)
    assert (found["site"], found["support"], found["marketer"]) == ("pairwise", True, False)


def test_an_account_of_staff_reaches_nothing_of_a_member(person: Callable[..., Person]) -> None:
    kim = person("kim@example.org", MODERATOR)
    for method, path in (
        ("GET", "/api/consents.php"),
        ("DELETE", "/api/user.php"),
        ("POST", "/api/export.php"),
        ("POST", "/api/mail-change.php"),
        ("GET", "/api/invitations.php"),
    ):
        answer = kim.browser.send(method, path, {})
        assert (answer.status_code, answer.json["error"]["code"]) == (403, "members_only"), path
    assert kim.browser.get("/api/sessions.php").status_code == 200
    assert kim.browser.get(PEOPLE).json["error"]["code"] == "forbidden"


def test_the_last_second_factor_stays(person: Callable[..., Person]) -> None:
    kim = person("kim@example.org", MODERATOR)
    removed = kim.browser.delete("/api/second-factor.php", {"password": PASSWORD})
    assert removed.json["error"]["code"] == "second_factor_needed"

    phone = Authenticator()
    offer = kim.browser.post("/api/passkeys.php", {"password": PASSWORD}).json
    made = {"id": offer["id"], "credential": phone.make(offer["options"]), "name": "Phone"}
    assert kim.browser.put("/api/passkeys.php", made).status_code == 200
    assert kim.browser.delete("/api/second-factor.php", {"password": PASSWORD}).status_code == 200
    [passkey] = kim.browser.get("/api/passkeys.php").json["passkeys"]
    removed = kim.browser.delete("/api/passkeys.php", {"id": passkey["id"]})
    assert removed.json["error"]["code"] == "second_factor_needed"


def roles(*granted: tuple[StaffRole, str]) -> list[dict[str, str]]:
    return [{"role": role.value, "site": site} for role, site in granted]


def test_owners_invite_change_and_off_board(
    wired: Wiring, database: Database, owner: Person, new_browser: Callable[[], Browser]
) -> None:
    form = {"email": "Kim@Example.org", "name": "Kim Berg", "roles": roles(MODERATOR)}
    assert owner.browser.post(PEOPLE, form).status_code == 201
    assert owner.browser.post(PEOPLE, form).json["error"]["code"] == "staff_exists"
    invited = owner.people()["kim@example.org"]
    assert (invited["state"], invited["second_factor"], invited["logged_in_at"]) == ("invited", False, None)
    kim = accept(wired, database, new_browser(), UUID(invited["id"]), "kim@example.org")
    active = owner.people()["kim@example.org"]
    assert (active["state"], active["second_factor"]) == ("active", True)
    assert active["logged_in_at"] is not None

    support = (StaffRole.SUPPORT, EVERY_SITE)
    assert owner.browser.put(PEOPLE, {"id": invited["id"], "roles": roles(support)}).status_code == 200
    assert kim.browser.get("/api/user.php").status_code == 403, "earlier sessions end with a change of roles"
    assert kim.log_in(new_browser()) == "in"

    revoked = len(announced(database, SessionRevoked))
    assert owner.browser.delete(PEOPLE, {"id": invited["id"]}).status_code == 200
    assert len(announced(database, SessionRevoked)) == revoked + 1
    assert kim.log_in(new_browser()) == "login_failed"
    assert owner.people()["kim@example.org"]["state"] == "off_boarded"
    assert owner.browser.put(PEOPLE, {"id": invited["id"], "roles": roles(support)}).status_code == 404

    assert owner.browser.post(PEOPLE, form).status_code == 201, "somebody comes back"
    assert owner.people()["kim@example.org"]["id"] == invited["id"]
    acts = [(each["act"], each["name"], each["by"]) for each in owner.browser.get(PEOPLE).json["acts"]]
    kim_acts = [act for act, name, _ in acts if name == "Kim Berg"]
    assert kim_acts[:5] == ["invite", "off_board", "change_roles", "accept", "invite"]
    assert acts[-1] == ("invite", "Kim Berg", "ops")


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ([], "staff_role_invalid"),
        (roles((StaffRole.MODERATOR, "nowhere")), "staff_role_invalid"),
        (roles((StaffRole.OWNER, "pairwise")), "staff_role_invalid"),
        (roles((StaffRole.OWNER, EVERY_SITE)), "owner_by_command"),
    ],
)
def test_roles_that_nobody_can_give_change_nothing(owner: Person, given: list[dict[str, str]], code: str) -> None:
    form = {"email": "kim@example.org", "name": "Kim", "roles": given}
    assert owner.browser.post(PEOPLE, form).json["error"]["code"] == code
    assert list(owner.people()) == ["olga@example.org"]


def test_nobody_changes_their_own_account_and_the_last_owner_stays(wired: Wiring, owner: Person) -> None:
    own = str(owner.id)
    for answer in (
        owner.browser.put(PEOPLE, {"id": own, "roles": roles(MODERATOR)}),
        owner.browser.put(PEOPLE, {"id": own}),
        owner.browser.delete(PEOPLE, {"id": own}),
    ):
        assert answer.json["error"]["code"] == "own_roles"
    with pytest.raises(LastOwner):
        off_board(wired.unit_of_work(), wired.passwords, OPERATOR, owner.id)


def test_two_owners_who_remove_each_other_leave_one(
    wired: Wiring, owner: Person, person: Callable[..., Person]
) -> None:
    other = person("oda@example.org", (StaffRole.OWNER, EVERY_SITE))
    start, outcomes = Barrier(2), []

    def remove(actor: Person, target: Person) -> None:
        start.wait()
        try:
            off_board(wired.unit_of_work(), wired.passwords, Actor(actor.id), target.id)
            outcomes.append("done")
        except Exception as error:
            outcomes.append(type(error).__name__)

    threads = [Thread(target=remove, args=pair) for pair in ((owner, other), (other, owner))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["Forbidden", "done"]


def test_a_new_invitation_ends_password_factor_and_sessions(
    wired: Wiring, database: Database, owner: Person, person: Callable[..., Person], new_browser: Callable[[], Browser]
) -> None:
    kim = person("kim@example.org", MODERATOR)

    assert owner.browser.put(PEOPLE, {"id": str(kim.id)}).status_code == 200

    assert kim.browser.get("/api/user.php").status_code == 403
    assert kim.log_in(new_browser()) == "login_failed"
    assert accept(wired, database, new_browser(), kim.id, kim.email).recovery_codes != kim.recovery_codes


def test_mails_come_from_a_brand_of_the_person(wired: Wiring, database: Database) -> None:
    invite(wired, "kim@example.org", (StaffRole.SUPPORT, "iskra"), site="pairwise")
    [mail] = announced(database, MailRequested)
    assert (mail.site, mail.template) == ("iskra", "staff_invitation")


def test_the_audit_log_only_grows(database: Database, owner: Person) -> None:
    for change in ("UPDATE staff_acts SET operator = 'x'", "DELETE FROM staff_acts"):
        with pytest.raises(DBAPIError), database.engine.begin() as connection:
            connection.execute(text(change))


def test_mails_and_links_follow_a_person_to_another_brand(
    wired: Wiring, database: Database, new_browser: Callable[[], Browser]
) -> None:
    account_id = invite(wired, "kim@example.org", MODERATOR)
    roles = [(StaffRole.SUPPORT, "iskra")]
    change_roles(wired.unit_of_work(), OPERATOR, account_id, wired.sites.site_keys(), roles)

    invite_again(wired.unit_of_work(), wired.passwords, wired.mail_sealer, OPERATOR, account_id)

    assert [each.site for each in announced(database, MailRequested)] == ["pairwise", "iskra"]
    accept(wired, database, new_browser().at("iskra.localhost"), account_id, "kim@example.org")
    asked = GetContactsRequest(member_ids=[str(account_id)])
    [contact] = AccountServicer(wired).GetContacts(asked, Mock()).contacts
    assert contact.site == "iskra", "a brand whose mails can be rendered"


def test_an_owner_who_is_invited_again_manages_nobody(
    wired: Wiring, owner: Person, person: Callable[..., Person]
) -> None:
    other = person("oda@example.org", (StaffRole.OWNER, EVERY_SITE))
    invite_again(wired.unit_of_work(), wired.passwords, wired.mail_sealer, Actor(owner.id), other.id)

    with pytest.raises(Forbidden):
        off_board(wired.unit_of_work(), wired.passwords, Actor(other.id), owner.id)


def hold(wired: Wiring, member_id: UUID, *granted: str) -> None:
    with wired.unit_of_work() as uow:
        for role in granted:
            getattr(uow.accounts, f"set_{role}")(member_id, True)
        uow.commit()


def held(wired: Wiring, member_id: UUID) -> bool:
    with wired.unit_of_work() as uow:
        account = uow.accounts.get(member_id)
    assert account is not None
    return account.works_at_a_desk


def sign_up(browser: Browser, email: str) -> UUID:
    return UUID(signed_up(browser, email=email).json["user"]["id"])


def test_a_person_works_with_one_account(
    wired: Wiring, new_browser: Callable[[], Browser], person: Callable[..., Person]
) -> None:
    here, there = new_browser(), new_browser().at("iskra.localhost")
    member_here, member_there = sign_up(here, "kim@example.org"), sign_up(there, "kim@example.org")
    hold(wired, member_here, "staff", "support")
    hold(wired, member_there, "staff")

    kim = person("kim@example.org", MODERATOR)

    assert (held(wired, member_here), held(wired, member_there)) == (False, True)
    assert here.get("/api/user.php").status_code == 403, "its sessions end"
    assert there.get("/api/user.php").status_code == 200
    roles = [(StaffRole.MODERATOR, EVERY_SITE)]
    change_roles(wired.unit_of_work(), OPERATOR, kim.id, wired.sites.site_keys(), roles)
    assert not held(wired, member_there)


def test_the_token_of_staff_names_their_accounts_as_members(
    new_browser: Callable[[], Browser], person: Callable[..., Person]
) -> None:
    member, other = new_browser(), new_browser()
    own = sign_up(member, "kim@example.org")
    sign_up(other, "kit@example.org")
    there = sign_up(new_browser().at("iskra.localhost"), "kim@example.org")

    kim = person("kim@example.org", MODERATOR)

    assert set(claims(kim.browser)["own"]) == {str(own), str(there)}
    assert claims(member)["own"] == []


def move(wired: Wiring) -> tuple[list[tuple[str, list[str]]], list[str]]:
    passwords, sealer = wired.passwords, wired.mail_sealer
    return move_staff(wired.unit_of_work, passwords, sealer, OPERATOR, "pairwise", wired.sites.site_keys())


def test_a_move_gives_nobody_more_than_they_had(
    wired: Wiring, database: Database, new_browser: Callable[[], Browser], person: Callable[..., Person]
) -> None:
    gone = person("kim@example.org", MODERATOR)
    off_board(wired.unit_of_work(), wired.passwords, OPERATOR, gone.id)
    lead, suspended, former = (
        sign_up(new_browser(), each) for each in ("ann@example.org", "eva@example.org", "kim@example.org")
    )
    hold(wired, lead, "lead")
    hold(wired, suspended, "staff")
    hold(wired, former, "staff")
    with wired.unit_of_work() as uow:
        assert uow.accounts.record_moderation(suspended, True, 1)
        uow.commit()

    moved, left = move(wired)

    assert (moved, sorted(left)) == ([], ["ann@example.org", "eva@example.org", "kim@example.org"])
    hold(wired, lead, "staff")
    assert move(wired)[0] == [("ann@example.org", ["lead"])]


def test_members_with_roles_are_moved(wired: Wiring, database: Database, new_browser: Callable[[], Browser]) -> None:
    member = new_browser()
    member_id = UUID(member.post("/api/signup.php", sign_up_form(email="ann@example.org")).json["user"]["id"])
    with IdentityUnit(database) as uow:
        uow.accounts.set_staff(member_id, True)
        uow.accounts.set_marketer(member_id, True)
        uow.commit()

    assert move(wired) == ([("ann@example.org", ["moderator", "marketer"])], [])
    assert move(wired) == ([], []), "once"

    with IdentityUnit(database) as uow:
        left = uow.accounts.get(member_id)
        [moved] = uow.staff.people()
    assert left is not None
    assert not left.works_at_a_desk
    assert [str(each) for each in moved.roles] == ["marketer@pairwise", "moderator@pairwise"]
    assert len(all_mails(database, wired, "staff_invitation")) == 1
    ann = accept(wired, database, new_browser(), moved.id, "ann@example.org")
    assert claims(ann.browser)["marketer"] is True
