"""What the lander stores of a member is in their copy; a day after their erasure nothing links them to a campaign."""

from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from google.protobuf.message import Message
from lander.domain.network import Posting
from lander.storage.data_inventory import DATA_INVENTORY
from lander.tests.consuming import consume
from lander.tests.postbacks import HOST, URL, Network, drain, due_now
from lander.tests.purchases import Buyer, goes_back
from lander.wiring import Wiring
from lander.worker import jobs
from pairwise.identity.v1.events_pb2 import MemberErased
from shared.kit.db import Database
from shared.kit.testing.database import superuser_of
from shared.privacy.export import export

CAMPAIGN = {"ref": "ref-canary", "sub1": "click-canary", "sub2": "banner-canary", "sub3": "place-canary"}
TABLES = """
    SELECT relnamespace::regnamespace::text, relname FROM pg_class
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace IN ('public'::regnamespace, 'kit'::regnamespace)
"""
# The proof of the erasure, which lets it be repeated, and the lander's own receipt for it.
NAME_THE_ERASED = {"kit.erased", "kit.outbox"}


def tables_with(database: Database, value: str) -> set[str]:
    """The tables with this text in a row, also within bytes."""
    with psycopg.connect(superuser_of(database)) as connection:
        return {
            f"{schema}.{table}"
            for schema, table in connection.execute(TABLES).fetchall()
            if any(
                value in row or value.encode().hex() in row
                for (row,) in connection.execute(f"SELECT t::text FROM {schema}.{table} t").fetchall()  # noqa: S608
            )
        }


def copy_of(wired: Wiring, member_id: str) -> dict[str, list[dict[str, Any]]]:
    with wired.unit_of_work() as uow:
        return {table: list(rows) for table, rows in export(uow.session, DATA_INVENTORY, UUID(member_id)).items()}


@pytest.fixture
def ann(wired: Wiring, database: Database) -> Buyer:
    """A member with a campaign, a visit of the release before, purchases, a reversal, and postbacks about them."""
    ann = Buyer("map", "northwind", age_days=3.3)
    with wired.unit_of_work() as uow:
        uow.networks.add("pairwise", "northwind")
        uow.networks.post("pairwise", "northwind", Posting([HOST], dict.fromkeys(("lead", "sale", "reversal"), URL), 0))
        uow.commit()
    with psycopg.connect(superuser_of(database), autocommit=True) as connection:
        connection.execute("UPDATE networks SET posts_since = now() - interval '1 year'")
    consume(wired, *life(ann)[:3])
    due_now(database)
    drain(wired, Network())
    consume(wired, *life(ann)[3:])
    return ann


def life(ann: Buyer) -> list[Message]:
    """The same events at each call but for the ids of payments."""
    paid, again = ann.pays(1999, 347), ann.pays(999, 173, after_days=1)
    return [ann.signs_up(**CAMPAIGN), ann.confirms(), paid, again, goes_back(again, 999, 173, "chargeback")]


def a_day_later(wired: Wiring, database: Database) -> None:
    """Run the worker's jobs of retention as they run a day after the erasure."""
    with psycopg.connect(superuser_of(database), autocommit=True) as connection:
        connection.execute("UPDATE kit.erased SET erased_at = erased_at - interval '1 day'")
    for job in jobs(wired):
        if job.name in ("sweep_erased", "forget_old_rows", "forget_sub_ids"):
            job.run()


def test_the_copy_holds_everything_that_is_stored_of_a_member(wired: Wiring, database: Database, ann: Buyer) -> None:
    bo = Buyer("map", "northwind")
    consume(wired, bo.signs_up(sub1="click-of-bo"), bo.pays(500))

    copy = copy_of(wired, ann.member_id)

    [lead] = copy["leads"]
    assert lead.items() >= CAMPAIGN.items()
    assert lead.items() >= {"page": "map", "network": "northwind", "site": "pairwise", "locale": "en"}.items()
    assert {"signed_up_at", "confirmed_at", "first_paid_at"} <= lead.keys()
    assert sorted(receipt["minor"] for receipt in copy["receipts"]) == [999, 1999]
    assert {(each["goal"], each["state"]) for each in copy["postbacks"]} >= {("lead", "sent"), ("sale", "sent")}
    assert "click-of-bo" not in str(copy)


@pytest.mark.parametrize("is_late", [False, True], ids=["before", "again after"])
def test_a_day_after_the_erasure_nothing_links_member_and_campaign(
    wired: Wiring, database: Database, ann: Buyer, is_late: bool
) -> None:
    """`again after`: identity's and billing's events of before arrive once more, behind the erasure."""
    visit_id = str(uuid4())
    with psycopg.connect(superuser_of(database), autocommit=True) as connection:
        connection.execute("UPDATE leads SET visit_id = %s", [visit_id])
    assert tables_with(database, CAMPAIGN["sub1"]) == {"public.leads"}

    consume(wired, MemberErased(member_id=ann.member_id))
    if is_late:
        consume(wired, *life(ann))
    a_day_later(wired, database)

    for value in (*CAMPAIGN.values(), visit_id):
        assert tables_with(database, value) == set()
    assert tables_with(database, ann.member_id) <= NAME_THE_ERASED
    assert copy_of(wired, ann.member_id)["leads"] == []
    with psycopg.connect(database.dsn) as connection:
        # The counters stay: figures of a day, without ids.
        times = "SELECT signed_up_at FROM leads UNION SELECT completed_at FROM receipts WHERE lead_id IS NOT NULL"
        found = [time for (time,) in connection.execute(times).fetchall() if time is not None]
    assert found
    assert {(time.hour, time.minute, time.second) for time in found} == {(0, 0, 0)}
