"""An account with every secret from before its state changes; the states, and the access methods tried in them."""

from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import count
from typing import Any
from uuid import UUID, uuid4

from flask import Flask
from shared.kit.db import Database
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from sqlalchemy import update
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from identity.domain.account import REACTIVATABLE
from identity.domain.openid import ProvenIdentity
from identity.domain.session import hash_secret
from identity.domain.token import Purpose
from identity.storage.tables import AccountRow
from identity.tests.authenticator import Authenticator
from identity.tests.authenticator_app import App
from identity.tests.factories import erase_all_expired, sign_up_form
from identity.tests.fakes import FakeOpenIdProvider, log_in_at
from identity.usecases.record_moderation import record_moderation
from identity.wiring import Wiring

NETWORKS = (f"198.51.{network // 250}.{network % 250 + 1}" for network in count())


PASSWORD, NEW_PASSWORD = "three blue herons", "four green frogs"


@dataclass
class World:
    """One account, with every secret that its owner or a thief may have from before its state changed."""

    wired: Wiring
    database: Database
    app: Flask
    keys: KeyPair
    form: dict[str, Any]
    old: Browser  # holds a session
    member_id: UUID
    phone: Authenticator
    tokens: dict[Purpose, str] = field(default_factory=dict)
    host: str = "localhost"
    code: str = "000000"

    def stranger(self) -> Browser:
        """A browser without cookies, in a network of its own, so that limits by network do not interfere."""
        return Browser(self.app, self.keys).at(self.host).from_address(next(NETWORKS))

    def plant(self, *purposes: Purpose) -> None:
        """Store a token of each purpose, as if its mail had been sent."""
        with self.wired.unit_of_work() as uow:
            until = uow.now() + timedelta(hours=1)
            for purpose in purposes:
                self.tokens[purpose] = f"{purpose}-{self.member_id}"
                detail = f"new-{self.form['email']}" if purpose is Purpose.MAIL_CHANGE else None
                uow.tokens.replace(self.member_id, purpose, hash_secret(self.tokens[purpose]), until, detail)
            uow.commit()

    def plant_export(self) -> None:
        export_id = uuid4()
        with self.wired.unit_of_work() as uow:
            self.wired.store.save_export(export_id, b"zip")
            uow.exports.add(export_id, self.member_id)
            uow.exports.finish(export_id, timedelta(hours=24))
            uow.commit()


def unconfirmed(world: World) -> None:
    pass


def confirmed(world: World) -> None:
    assert world.old.post("/api/activate.php", {"token": world.tokens[Purpose.ACTIVATION]}).status_code == 200
    world.plant(Purpose.ACTIVATION)


def suspended(world: World) -> None:
    confirmed(world)
    with world.wired.unit_of_work() as uow:
        record_moderation(uow, world.member_id, suspended=True, version=1)
        uow.commit()


def deleted(world: World) -> None:
    confirmed(world)
    assert world.old.delete("/api/user.php", {"password": PASSWORD}).status_code == 200
    # As if one had been made a moment after; the policy must refuse it, too.
    world.plant(Purpose.ACTIVATION, Purpose.RESET, Purpose.REACTIVATION, Purpose.MAIL_CHANGE, Purpose.MAIL_CHANGE_STOP)


def erased(world: World) -> None:
    deleted(world)
    with Session(world.database.engine) as session:
        past = AccountRow.deleted_at - REACTIVATABLE
        session.execute(update(AccountRow).where(AccountRow.id == world.member_id).values(deleted_at=past))
        session.commit()
    assert erase_all_expired(world.wired) == 1


def with_second_factor(world: World) -> None:
    confirmed(world)
    offer = world.old.post("/api/passkey-proof.php", {}).json
    signed = {"id": offer["id"], "credential": world.phone.sign(offer["options"])}
    assert world.old.put("/api/passkey-proof.php", signed).status_code == 200
    app = App(world.old.post("/api/second-factor.php", {"password": PASSWORD}).json["secret"], world.database)
    world.code = world.old.put("/api/second-factor.php", {"code": app.code()}).json["recovery_codes"][0]


def passkey_only(world: World) -> None:
    """Nobody knows the password."""
    confirmed(world)
    with world.wired.unit_of_work() as uow:
        uow.accounts.set_password(world.member_id, world.wired.passwords.hash(uuid4().hex))
        uow.commit()


def blocked_by_attempts(world: World) -> None:
    confirmed(world)
    for _ in range(5):
        world.stranger().post("/api/user.php", {"email": world.form["email"], "password": "wrong"})


def other_sites(world: World) -> None:
    confirmed(world)
    world.host = "iskra.localhost"
    world.old.at(world.host)


def password_just_changed(world: World) -> None:
    confirmed(world)
    owner = world.stranger()
    owner.post("/api/user.php", {"email": world.form["email"], "password": PASSWORD})
    changed = owner.logged_in().put("/api/password.php", {"old_password": PASSWORD, "password": NEW_PASSWORD})
    assert changed.status_code == 200


def address_change_pending(world: World) -> None:
    confirmed(world)
    answer = world.old.post("/api/mail-change.php", {"email": f"x{world.form['email']}", "password": PASSWORD})
    assert answer.status_code == 200
    world.plant(Purpose.MAIL_CHANGE, Purpose.MAIL_CHANGE_STOP)


def sign_up_pending(world: World) -> None:
    """A site with neutral disclosure; the worker has not created the account yet."""
    site = world.wired.sites.get("pairwise").model_copy(update={"account_disclosure": "neutral"})
    world.wired.sites._by_key["pairwise"] = site
    world.form = sign_up_form(email=f"{uuid4().hex}@example.org")
    world.old = world.stranger()
    assert world.old.post("/api/signup.php", world.form).json == {"user": None}
    world.tokens, world.phone = {}, Authenticator()


def by_password(world: World) -> TestResponse:
    return world.stranger().post("/api/user.php", {"email": world.form["email"], "password": PASSWORD})


def by_desk_login(world: World) -> TestResponse:
    return world.stranger().post("/api/desk-login.php", {"email": world.form["email"], "password": PASSWORD})


def by_staff_invitation(world: World) -> TestResponse:
    token = world.tokens.get(Purpose.STAFF_INVITATION, "none")
    form = {"token": token, "password": NEW_PASSWORD, "code": world.code}
    return world.stranger().put("/api/desk-invitation.php", form)


def by_openid(world: World) -> TestResponse:
    """A provider of the company that has verified the member's address: theirs is no account of staff."""
    identity = ProvenIdentity("https://idp.test", "ann", world.form["email"], has_second_factor=True)
    world.app.extensions["wiring"] = replace(world.wired, openid_provider=FakeOpenIdProvider(identity))
    answer = log_in_at(world.stranger())
    world.app.extensions["wiring"] = world.wired
    return answer


def by_passkey(world: World) -> TestResponse:
    browser = world.stranger()
    offer = browser.post("/api/passkey-login.php", {}).json
    signed = {"id": offer["id"], "credential": world.phone.sign(offer["options"])}
    return browser.put("/api/passkey-login.php", signed)


def by_sign_up(world: World) -> TestResponse:
    return world.stranger().post("/api/signup.php", {**world.form, "id": str(uuid4())})


def by_sign_up_again(world: World) -> TestResponse:
    return world.stranger().post("/api/signup.php", world.form)


def by_sign_up_with_the_members_id(world: World) -> TestResponse:
    return world.stranger().post("/api/signup.php", {**world.form, "id": str(world.member_id)})


def by_password_change(world: World) -> TestResponse:
    return world.old.put("/api/password.php", {"old_password": PASSWORD, "password": "five red foxes"})


def by_reset(world: World) -> TestResponse:
    token = world.tokens.get(Purpose.RESET, "none")
    return world.stranger().put("/api/reset-password.php", {"token": token, "password": NEW_PASSWORD})


def by_activation(world: World) -> TestResponse:
    return world.stranger().post("/api/activate.php", {"token": world.tokens.get(Purpose.ACTIVATION, "none")})


def by_reactivation(world: World) -> TestResponse:
    return world.stranger().post("/api/reactivate.php", {"token": world.tokens.get(Purpose.REACTIVATION, "none")})


def by_address_link(world: World) -> TestResponse:
    return world.stranger().put("/api/mail-change.php", {"token": world.tokens.get(Purpose.MAIL_CHANGE, "none")})


def by_stop_link(world: World) -> TestResponse:
    token = world.tokens.get(Purpose.MAIL_CHANGE_STOP, "none")
    return world.stranger().post("/api/mail-change-stop.php", {"token": token})


def by_export_link(world: World) -> TestResponse:
    return world.stranger().post("/api/export-download.php", {"token": world.tokens.get(Purpose.EXPORT, "none")})


def by_proof(world: World) -> TestResponse:
    return world.old.post("/api/second-factor-proof.php", {"code": world.code})


def by_renewal(world: World) -> TestResponse:
    return world.old.get("/api/user.php")
