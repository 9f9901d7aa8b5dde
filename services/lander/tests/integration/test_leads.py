"""A lead is made of identity's events, in any order, and names nobody after an erasure."""

from itertools import permutations
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from lander.storage.data_inventory import DATA_INVENTORY
from lander.tests.consuming import consume
from lander.wiring import Wiring
from lander.worker import jobs
from pairwise.identity.v1.events_pb2 import ConsentChanged, MemberConfirmed, MemberErased, MemberSignedUp
from shared.kit.db import Database
from shared.kit.testing.golden import golden_event
from shared.privacy.export import export

LEAD = "SELECT site, page, network, locale, ref, sub1, sub2, sub3 FROM leads"


def signed_up(**changes: Any) -> MemberSignedUp:
    event = golden_event(MemberSignedUp)
    for name, value in changes.items():
        if value is None:
            event.ClearField(name)
        else:
            setattr(event, name, value)
    return event


def withdrawn(event: MemberSignedUp) -> ConsentChanged:
    return ConsentChanged(member_id=event.member_id, kind="attribution", version="1", given=False)


def ask(database: Database, query: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(database.dsn) as connection:
        return connection.execute(query.encode()).fetchall()


def test_after_a_yes_the_campaign_is_stored_once(wired: Wiring, database: Database) -> None:
    consume(wired, signed_up(), signed_up(locale="de"))

    assert ask(database, LEAD) == [
        ("pairwise", "video/summer", "northwind", "nl", "summer", "click-1", "banner", "top")
    ]


def test_without_a_yes_the_page_is_stored_and_an_unknown_network_is_not(wired: Wiring, database: Database) -> None:
    consume(wired, signed_up(tracking=None))

    assert ask(database, LEAD) == [("pairwise", "video/summer", "other", "nl", "", "", "", "")]


def test_a_known_network_needs_no_yes(wired: Wiring, database: Database) -> None:
    with wired.unit_of_work() as uow:
        uow.networks.add("pairwise", "northwind")
        uow.networks.add("iskra", "southwind")
        uow.commit()

    consume(wired, signed_up(tracking=None))
    other = signed_up(tracking=None, member_id=str(uuid4()))
    other.arrival.network = "southwind"  # a network of the other brand
    consume(wired, other)

    assert [row[2] for row in ask(database, f"{LEAD} ORDER BY id")] == ["northwind", "other"]


def test_a_sign_up_from_nowhere_is_a_lead_too(wired: Wiring, database: Database) -> None:
    consume(wired, signed_up(tracking=None, arrival=None))

    assert ask(database, LEAD) == [("pairwise", "", "", "nl", "", "", "", "")]


@pytest.mark.parametrize("order", list(permutations(["signed up", "confirmed", "withdrawn"])), ids=", ".join)
def test_events_in_any_order_end_the_same(wired: Wiring, database: Database, order: tuple[str, ...]) -> None:
    event = signed_up()
    by_name = {
        "signed up": event,
        "confirmed": MemberConfirmed(member_id=event.member_id),
        "withdrawn": withdrawn(event),
    }

    consume(wired, *(by_name[name] for name in (*order, *order)))

    assert ask(database, LEAD) == [("pairwise", "video/summer", "northwind", "nl", "", "", "", "")]
    assert ask(database, "SELECT confirmed_at IS NULL, signed_up_at IS NULL FROM leads") == [(False, False)]


def test_other_consents_leave_the_campaign(wired: Wiring, database: Database) -> None:
    event = signed_up()
    consume(wired, event, ConsentChanged(member_id=event.member_id, kind="marketing", given=False))

    assert ask(database, "SELECT sub1 FROM leads") == [("click-1",)]


def test_an_erased_member_leaves_a_figure(wired: Wiring, database: Database) -> None:
    event = signed_up()
    consume(wired, event, MemberConfirmed(member_id=event.member_id), MemberErased(member_id=event.member_id))

    assert ask(database, LEAD) == [("pairwise", "video/summer", "northwind", "nl", "", "", "", "")]
    [(member_id, signed_up_at)] = ask(database, "SELECT member_id, signed_up_at::text FROM leads")
    assert member_id is None
    assert " 00:00:00" in signed_up_at


def test_the_copy_of_a_member_has_what_the_lander_knows(wired: Wiring, database: Database) -> None:
    event = signed_up()
    consume(wired, event)

    with wired.unit_of_work() as uow:
        [lead] = export(uow.session, DATA_INVENTORY, UUID(event.member_id))["leads"]
    reported = {"site": "pairwise", "page": "video/summer", "network": "northwind", "ref": "summer"}
    assert lead.items() >= (reported | {"sub1": "click-1", "sub2": "banner", "sub3": "top"}).items()


def test_sub_ids_are_blanked_after_120_days(wired: Wiring, database: Database) -> None:
    old, new = signed_up(), signed_up(member_id=str(uuid4()))
    consume(wired, old, new)
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute("UPDATE leads SET signed_up_at = now()")
        age = "UPDATE leads SET signed_up_at = now() - interval '121 days' WHERE member_id = %s"
        connection.execute(age, [old.member_id])
    [forget] = [job for job in jobs(wired) if job.name == "forget_sub_ids"]

    forget.run()

    assert ask(database, "SELECT ref, sub1, sub2, sub3 FROM leads ORDER BY signed_up_at") == [
        ("summer", "", "", ""),
        ("summer", "click-1", "banner", "top"),
    ]
