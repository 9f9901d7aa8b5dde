"""The keys of sealed fields and their hashes are replaced, step by step, while members pay."""

import os
import subprocess
import sys
from dataclasses import replace
from uuid import uuid4

import pytest
from billing.reseal import rehash, sealed_columns
from billing.sealing import SealedFields
from billing.storage.tables import BlockedRow, DirectDebitRow, SavedMethodRow
from billing.tests.direct_debit import IBAN, PHONE, a_form, code_of, signed
from billing.tests.makers import FakeMessages, FakePartners, FakeProvider, a_member
from billing.web import BLUEPRINTS
from billing.wiring import Wiring
from cryptography.fernet import InvalidToken
from shared.kit.core import REPOSITORY, SealingKeys, SigningKeys
from shared.kit.core.keys import new_key
from shared.kit.http.app import create_app
from shared.kit.testing.environment import environment_of
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from shared.ops.reseal import reseal
from sqlalchemy import select
from sqlalchemy.orm import Session

pytestmark = pytest.mark.usefixtures("database")


class Shop:
    """Billing with one set of keys after the other, over the same database."""

    def __init__(self, wired: Wiring, keys: KeyPair, messages: FakeMessages) -> None:
        self._wired, self._keys, self.messages = wired, keys, messages

    def with_keys(self, fields: str, hashes: str) -> tuple[Wiring, Browser]:
        settings = self._wired.settings.model_copy(
            update={"field_keys": SealingKeys(fields), "field_hash_keys": SigningKeys(hashes)}
        )
        dependencies = replace(
            self._wired,
            settings=settings,
            fields=SealedFields(settings.field_keys, settings.field_hash_keys),
            providers=FakeProvider(),
            partners=FakePartners(),
            messages=self.messages,
        )
        return dependencies, Browser(create_app(settings, dependencies.database, BLUEPRINTS, dependencies), self._keys)


@pytest.fixture
def shop(wired: Wiring, keys: KeyPair, messages: FakeMessages) -> Shop:
    return Shop(wired, keys, messages)


def reseal_all(dependencies: Wiring) -> int:
    return sum(reseal(dependencies.database, sealed) for sealed in sealed_columns(dependencies))


def block(dependencies: Wiring) -> None:
    with dependencies.unit_of_work() as uow:
        uow.direct_debits.block(IBAN, PHONE, "charged back")
        uow.commit()


def test_a_signed_mandate_and_a_block_outlive_the_rotation_of_both_keys(shop: Shop) -> None:
    old, new = new_key(), new_key()
    before, browser = shop.with_keys(old, old)
    signed(browser.as_member(a_member(before)), shop.messages)
    block(before)
    during, browser = shop.with_keys(f"{new} {old}", f"{new} {old}")
    assert code_of(browser.as_member(a_member(during)).post("/api/directdebit.php", a_form())) == "direct_debit_blocked"

    assert reseal_all(during) > 0
    assert rehash(during) > 0

    after, browser = shop.with_keys(new, new)
    assert code_of(browser.as_member(a_member(after)).post("/api/directdebit.php", a_form())) == "direct_debit_blocked"
    with Session(after.database.engine) as session:
        debit, method = session.scalars(select(DirectDebitRow)).one(), session.scalars(select(SavedMethodRow)).one()
        assert after.fields.open(debit.sealed)["iban"] == IBAN
        assert debit.iban_hash == after.fields.hash("iban", IBAN)
        assert method.mandate_hash == after.fields.hash("mandate", after.fields.open(method.sealed_names)["mandate"])
        with pytest.raises(InvalidToken):
            before.fields.open(debit.sealed)


def test_the_command_run_twice_changes_nothing_more(shop: Shop) -> None:
    old, new = new_key(), new_key()
    before, browser = shop.with_keys(old, old)
    signed(browser.as_member(a_member(before)), shop.messages)

    first, second = (printed_by_the_command(before.database.dsn, f"{new} {old}") for _ in range(2))

    assert first["direct_debits"] == first["saved_methods"] == 1
    assert second == {"payers": 0, "saved_methods": 0, "direct_debits": 0, "hashes": first["hashes"]}


def printed_by_the_command(database_url: str, keys: str) -> dict[str, int]:
    """The rows that each step of `python -m billing.reseal` says it changed."""
    variables = environment_of("billing", DATABASE_URL=database_url, FIELD_KEYS=keys, FIELD_HASH_KEYS=keys)
    path = os.pathsep.join(["services", ".build/proto", "."])
    done = subprocess.run(
        [sys.executable, "-m", "billing.reseal"],
        cwd=REPOSITORY,
        env=os.environ | {"PYTHONPATH": path} | variables,
        capture_output=True,
        text=True,
        check=True,
    )
    return {name: int(count) for name, count in (line.split(": ") for line in done.stdout.splitlines())}


def test_a_code_sent_before_the_rotation_is_accepted_after_it(shop: Shop) -> None:
    old, new = new_key(), new_key()
    before, browser = shop.with_keys(old, old)
    ann = a_member(before)
    form = a_form()
    assert browser.as_member(ann).post("/api/directdebit.php", form).status_code == 201

    _, browser = shop.with_keys(f"{new} {old}", f"{new} {old}")

    confirmed = browser.as_member(ann).post("/api/directdebit-code.php", {"id": form["id"], "code": shop.messages.code})
    assert confirmed.status_code == 200, confirmed.json


def test_a_mandate_saved_before_the_rotation_is_not_saved_twice(shop: Shop) -> None:
    old, new = new_key(), new_key()
    before, browser = shop.with_keys(old, old)
    signed(browser.as_member(a_member(before)), shop.messages)
    during, _ = shop.with_keys(f"{new} {old}", f"{new} {old}")
    with Session(during.database.engine) as session:
        method_id = session.scalars(select(SavedMethodRow.id)).one()

    with during.unit_of_work() as uow:
        assert uow.saved_methods.add_once(replace(uow.saved_methods.get(method_id), id=uuid4())) == method_id


def test_unblocking_finds_accounts_blocked_under_an_earlier_key(shop: Shop) -> None:
    old, new = new_key(), new_key()
    before, _ = shop.with_keys(old, old)
    block(before)
    during, _ = shop.with_keys(f"{new} {old}", f"{new} {old}")

    with during.unit_of_work() as uow:
        assert uow.direct_debits.unblock("iban", IBAN)
        assert not uow.direct_debits.unblock("iban", IBAN)
        uow.commit()
    with Session(during.database.engine) as session:
        assert len(session.scalars(select(BlockedRow)).all()) == 1
