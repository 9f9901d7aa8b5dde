"""Debits on one hot account and on many, as billing's rpc process makes them, beside bare commits in the same run."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID, uuid4

import psycopg
from billing.storage import BillingUnit
from billing.storage.audit import audit, discrepancies
from billing.storage.seed import SeedWallet, seed
from billing.usecases.charge import charge
from runner.backing_services import postgres
from shared.kit.db import Database
from shared.kit.testing.database import migrated, superuser_of
from shared.sites import SiteDirectory

from benches.report import Row, percentile

AT_ONCE, DEBITS = 8, 250
CREDITS = 2 * AT_ONCE * DEBITS * 4
INSERT = "INSERT INTO bench.rows VALUES (%s, 'a debit of two credits', now())"
UPDATE = "UPDATE bench.hot SET balance = balance - 2 WHERE id = 1 AND balance >= 2"


class Bench:
    def __init__(self, server: str) -> None:
        self.database = Database(migrated(server, "billing"), pool_size=AT_ONCE)
        self.url = superuser_of(self.database)
        self.sites = SiteDirectory()
        self.members = [uuid4() for _ in range(AT_ONCE)]
        with psycopg.connect(self.url) as connection:
            seed(connection, (SeedWallet(member, CREDITS, free_messages_left=0) for member in self.members))
            connection.execute("CREATE SCHEMA bench")
            connection.execute("CREATE TABLE bench.rows (id uuid PRIMARY KEY, what text, at timestamptz)")
            connection.execute("CREATE TABLE bench.hot (id int PRIMARY KEY, balance bigint)")
            connection.execute("INSERT INTO bench.hot VALUES (1, %s)", [CREDITS])

    def debits(self, members: list[UUID]) -> Callable[[int], list[float]]:
        def one(number: int) -> list[float]:
            unit, member = BillingUnit(self.database), members[number % len(members)]
            return timed(
                lambda: charge(
                    unit, self.sites, "pairwise", charge_id=uuid4(), member_id=member, partner_id=self.members[0]
                )
            )

        return one

    def bare(self, statement: str) -> Callable[[int], list[float]]:
        def one(_: int) -> list[float]:
            with psycopg.connect(self.url, autocommit=True) as connection:
                takes_id = "%s" in statement
                return timed(lambda: connection.execute(statement, [uuid4()] if takes_id else []))

        return one


def measure() -> list[Row]:
    with postgres(durable=True) as server:
        bench = Bench(server)
        together(bench.debits(bench.members), AT_ONCE)  # the first ones prepare their statements
        insert, inserts = together(bench.bare(INSERT), 1)
        alone, alone_rate = together(bench.debits(bench.members[:1]), 1)
        _, inserts_at_once = together(bench.bare(INSERT), AT_ONCE)
        _, many_rate = together(bench.debits(bench.members), AT_ONCE)
        _, updates_at_once = together(bench.bare(UPDATE), AT_ONCE)
        _, hot_rate = together(bench.debits(bench.members[:1]), AT_ONCE)
        if off := discrepancies(audit(bench.database)):
            raise RuntimeError(f"the ledger does not add up: {off}")
        bench.database.engine.dispose()
    return [
        Row("a debit, p50, a bare commit beside", percentile(alone, 0.5) * 1e3, "ms", percentile(insert, 0.5) * 1e3),
        Row("a debit, p99, a bare commit beside", percentile(alone, 0.99) * 1e3, "ms", percentile(insert, 0.99) * 1e3),
        Row("one after the other, bare commits beside", alone_rate, "debits/s", inserts),
        Row(f"{AT_ONCE} at once on many accounts, bare commits beside", many_rate, "debits/s", inserts_at_once),
        Row(f"{AT_ONCE} at once on one account, bare updates of one row beside", hot_rate, "debits/s", updates_at_once),
    ]


def timed(do: Callable[[], object]) -> list[float]:
    taken = []
    for _ in range(DEBITS):
        started = time.perf_counter()
        do()
        taken.append(time.perf_counter() - started)
    return taken


def together(one: Callable[[int], list[float]], many: int) -> tuple[list[float], float]:
    """Duration of each call in seconds, and calls a second."""
    started = time.perf_counter()
    with ThreadPoolExecutor(many) as pool:
        taken = [seconds for each in pool.map(one, range(many)) for seconds in each]
    return taken, len(taken) / (time.perf_counter() - started)
