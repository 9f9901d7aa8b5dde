"""A password typed in another Unicode form, at every place that asks for it."""

import unicodedata
from uuid import UUID

import pytest
from argon2 import PasswordHasher
from flask import Flask
from shared.kit.db import Database
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser

from identity.domain.token import Purpose
from identity.tests.access import World
from identity.tests.factories import sign_up_form
from identity.wiring import Wiring

COMPOSED = "drei blaue Hüte"
DECOMPOSED = unicodedata.normalize("NFD", COMPOSED)


@pytest.mark.parametrize(("set_as", "typed"), [(COMPOSED, DECOMPOSED), (DECOMPOSED, COMPOSED)])
def test_the_form_of_a_password_never_matters(
    app: Flask, keys: KeyPair, wired: Wiring, database: Database, set_as: str, typed: str
) -> None:
    browser = Browser(app, keys)
    form = sign_up_form(password=set_as)
    member_id = UUID(browser.post("/api/signup.php", form).json["user"]["id"])
    browser.logged_in()
    world = World(wired, database, app, keys, form, browser, member_id, None)  # type: ignore[arg-type]

    def logs_in() -> bool:
        return Browser(app, keys).post("/api/user.php", {"email": form["email"], "password": typed}).status_code == 200

    assert logs_in()
    changed = browser.put("/api/password.php", {"old_password": typed, "password": f"{set_as} x"})
    assert changed.status_code == 200
    browser.logged_in()
    assert browser.put("/api/password.php", {"old_password": f"{typed} x", "password": set_as}).status_code == 200
    assert logs_in()
    world.plant(Purpose.RESET)
    reset = {"token": world.tokens[Purpose.RESET], "password": set_as}
    assert Browser(app, keys).put("/api/reset-password.php", reset).status_code == 200
    assert logs_in()


def test_an_old_hash_works_as_typed_and_then_in_every_form(
    app: Flask, keys: KeyPair, wired: Wiring, database: Database
) -> None:
    member_id = UUID(Browser(app, keys).post("/api/signup.php", sign_up_form()).json["user"]["id"])
    old = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(DECOMPOSED)
    with wired.unit_of_work() as uow:
        uow.accounts.set_password(member_id, old)
        uow.commit()

    def log_in(typed: str) -> int:
        return Browser(app, keys).post("/api/user.php", {"email": "ann@example.org", "password": typed}).status_code

    assert log_in(COMPOSED) == 422
    assert log_in(DECOMPOSED) == 200
    assert log_in(COMPOSED) == 200


def test_an_imported_hash_of_another_cost_is_replaced_at_the_first_log_in(
    app: Flask, keys: KeyPair, wired: Wiring, database: Database
) -> None:
    member_id = UUID(Browser(app, keys).post("/api/signup.php", sign_up_form()).json["user"]["id"])
    with wired.unit_of_work() as uow:
        uow.accounts.set_password(member_id, PasswordHasher(time_cost=1, memory_cost=64, parallelism=2).hash(COMPOSED))
        uow.commit()

    assert (
        Browser(app, keys).post("/api/user.php", {"email": "ann@example.org", "password": COMPOSED}).status_code == 200
    )

    with wired.unit_of_work() as uow:
        account = uow.accounts.get(member_id)
    assert account is not None
    assert "$m=8,t=1,p=1$" in account.password_hash
