from uuid import uuid4

import psycopg
from billing.storage.seed import SeedWallet, seed
from billing.tests.makers import FakeProvider, a_charge, a_purchase, balance, nothing_is_off
from billing.wiring import Wiring
from shared.kit.db import Database


def test_balances_of_demo_members_equal_their_ledger(wired: Wiring, database: Database, provider: FakeProvider) -> None:
    rich, poor = SeedWallet(uuid4(), credits=120, free_messages_left=0, is_premium=True), SeedWallet(uuid4(), 0, 0)
    with psycopg.connect(database.dsn) as connection:
        seed(connection, [rich, poor, *(SeedWallet(uuid4()) for _ in range(500))])

    assert a_charge(wired, rich.member_id) == 2
    a_purchase(wired, provider, poor.member_id)
    assert (balance(wired, rich.member_id), balance(wired, poor.member_id)) == ((118, 0), (20, 0))
    assert nothing_is_off(wired)
