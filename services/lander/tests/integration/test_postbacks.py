"""Postbacks: each fact arrives once in meaning, in order, only after a yes, and only at the network's own hosts."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import permutations

import pytest
from lander.domain.network import Posting
from lander.domain.report import Payout
from lander.ports import PostbackAnswer
from lander.storage.data_inventory import DATA_INVENTORY
from lander.tests.consuming import consume
from lander.tests.postbacks import HOST, URL, Network, buyer, drain, due_now, life, states
from lander.wiring import Wiring
from pairwise.identity.v1.events_pb2 import ConsentChanged, MemberErased
from shared.kit.db import Database
from sqlalchemy import text

GOALS = ("lead", "confirmed", "sale", "rebill", "reversal")


@pytest.fixture
def posting(wired: Wiring, database: Database) -> Callable[..., None]:
    def post(hold_days: int = 0, goals: Sequence[str] = GOALS) -> None:
        with wired.unit_of_work() as uow:
            uow.networks.add("pairwise", "northwind")
            uow.networks.pay("pairwise", "northwind", Payout("lead", 250, "EUR"))
            uow.networks.post("pairwise", "northwind", Posting([HOST], dict.fromkeys(goals, URL), hold_days))
            uow.commit()
        with database.engine.begin() as connection:
            connection.execute(text("UPDATE networks SET posts_since = now() - interval '1 year'"))

    return post


@pytest.mark.parametrize("order", list(permutations(range(5)))[::9])
def test_each_fact_is_posted_back_once_in_order_whatever_order_the_events_come_in(
    wired: Wiring, database: Database, posting: Callable[..., None], order: tuple[int, ...]
) -> None:
    posting()
    network, events = Network(), life(buyer())
    for number in order[:4]:
        consume(wired, events[number])
    for number in order:
        consume(wired, events[number])
    due_now(database)
    drain(wired, network)

    reported = network.goals
    assert reported[:2] == ["lead", "confirmed"]
    assert reported in (
        ["lead", "confirmed", "sale", "rebill"],  # the reversal came before its sale was tried
        ["lead", "confirmed", "sale", "rebill", "reversal"],
        ["lead", "confirmed", "rebill"],
        ["lead", "confirmed", "sale"],
    )
    assert len({each["tx"] for each in network.asked}) == len(network.asked)
    assert network.asked[0]["sum"] == "2.50"
    assert {each["sum"] for each in network.asked[1:]} == {"0.00"}


def test_a_reversal_after_its_sale_names_it(wired: Wiring, database: Database, posting: Callable[..., None]) -> None:
    posting()
    network, events = Network(), life(buyer())
    for event in events[:3]:
        consume(wired, event)
    due_now(database)
    drain(wired, network)
    consume(wired, events[4])
    due_now(database)
    drain(wired, network)

    assert network.goals == ["lead", "confirmed", "sale", "reversal"]
    assert network.asked[3]["of"] == network.asked[2]["tx"] != network.asked[3]["tx"]


def test_a_reversal_within_the_hold_withholds_the_sale_instead(
    wired: Wiring, database: Database, posting: Callable[..., None]
) -> None:
    posting(hold_days=14)
    network, events = Network(), life(buyer())
    for event in (*events[:3], events[4]):
        consume(wired, event)
    due_now(database)
    drain(wired, network)

    assert network.goals == ["lead", "confirmed"]
    assert states(database)[-1] == ("sale", "withheld", "reversed")


def test_a_sale_is_held_until_its_day(wired: Wiring, database: Database, posting: Callable[..., None]) -> None:
    posting(hold_days=14)
    network = Network()
    for event in life(buyer())[:3]:
        consume(wired, event)
    drain(wired, network)
    assert network.goals == ["lead", "confirmed"]
    assert states(database)[-1] == ("sale", "queued", None)


def test_without_a_yes_nothing_is_posted_back_and_a_withdrawn_one_withholds(
    wired: Wiring, database: Database, posting: Callable[..., None]
) -> None:
    posting()
    network, silent, ann = Network(), buyer(), buyer()
    for event in (silent.signs_up(), silent.confirms(), ann.signs_up(sub1="click")):
        consume(wired, event)
    assert len(states(database)) == 1
    consume(wired, ConsentChanged(member_id=ann.member_id, kind="attribution", given=False))
    consume(wired, ann.confirms())
    drain(wired, network)

    assert network.asked == []
    assert states(database) == [("lead", "withheld", "no_consent")]


def test_an_erasure_withholds_what_is_queued(wired: Wiring, database: Database, posting: Callable[..., None]) -> None:
    posting()
    network, ann = Network(), buyer()
    consume(wired, ann.signs_up(sub1="click"))
    consume(wired, MemberErased(member_id=ann.member_id))
    drain(wired, network)
    assert (network.asked, states(database)) == ([], [("lead", "withheld", "no_consent")])
    assert "postbacks" in {record.table for record in DATA_INVENTORY}


@pytest.mark.parametrize("value", ["a&b=c", "line\nbreak", "{sub2}", "{0.__class__}", "%26", "ü/?#"])
def test_a_sub_id_stays_within_its_parameter(wired: Wiring, posting: Callable[..., None], value: str) -> None:
    posting(goals=["lead"])
    network = Network()
    consume(wired, buyer().signs_up(sub1=value))
    drain(wired, network)
    assert network.asked[0]["cid"] == value


@pytest.mark.parametrize(
    ("answer", "state", "reason"),
    [
        (PostbackAnswer(404, 1), "failed", "answer"),
        (PostbackAnswer(410, 1), "failed", "answer"),
        (PostbackAnswer(302, 1), "failed", "answer"),
        (PostbackAnswer(None, 1, is_refused=True), "failed", "refused"),
        (PostbackAnswer(500, 1), "queued", None),
        (PostbackAnswer(None, 5000), "queued", None),
    ],
)
def test_each_answer_has_its_consequence(
    wired: Wiring,
    database: Database,
    posting: Callable[..., None],
    answer: PostbackAnswer,
    state: str,
    reason: str | None,
) -> None:
    posting(goals=["lead"])
    consume(wired, buyer().signs_up(sub1="click"))
    drain(wired, Network(answer))
    assert states(database) == [("lead", state, reason)]


def test_after_eight_tries_it_has_failed_and_a_busy_network_uses_up_none(
    wired: Wiring, database: Database, posting: Callable[..., None]
) -> None:
    posting(goals=["lead"])
    consume(wired, buyer().signs_up(sub1="click"))
    busy = PostbackAnswer(429, 1, timedelta(minutes=3))
    network = Network(*[busy] * 5, *[PostbackAnswer(500, 1)] * 9)
    for _ in range(20):
        drain(wired, network)
        due_now(database)
    assert len(network.asked) == 5 + 8
    assert len({each["tx"] for each in network.asked}) == 1
    assert states(database) == [("lead", "failed", "tries")]


def test_workers_at_once_send_each_postback_once(
    wired: Wiring, database: Database, posting: Callable[..., None]
) -> None:
    posting(goals=["lead"])
    # More in an hour would be a burst, whose postbacks wait for a decision.
    for _ in range(20):
        consume(wired, buyer().signs_up(sub1="click"))
    network = Network()
    with ThreadPoolExecutor(4) as workers:
        list(workers.map(lambda _: drain(wired, network), range(4)))
    assert len(network.asked) == len({each["tx"] for each in network.asked}) == 20


def test_one_whose_worker_died_is_sent_after_its_lease_with_the_same_transaction_id(
    wired: Wiring, database: Database, posting: Callable[..., None]
) -> None:
    posting(goals=["lead"])
    consume(wired, buyer().signs_up(sub1="click"))
    with wired.unit_of_work() as uow:
        [claimed] = uow.postbacks.claim(timedelta(minutes=2), 10)
        uow.commit()
    network = Network()
    drain(wired, network)
    assert network.asked == []
    due_now(database)
    drain(wired, network)
    assert [each["tx"] for each in network.asked] == [str(claimed.id)]


def test_workers_that_die_use_up_no_try(wired: Wiring, database: Database, posting: Callable[..., None]) -> None:
    posting(goals=["lead"])
    consume(wired, buyer().signs_up(sub1="click"))
    for _ in range(9):
        with wired.unit_of_work() as uow:
            assert uow.postbacks.claim(timedelta(minutes=2), 10)
            uow.commit()
        due_now(database)
    drain(wired, Network(PostbackAnswer(500, 1)))
    assert states(database) == [("lead", "queued", None)]


def test_facts_from_before_the_first_template_are_not_posted_back(wired: Wiring, database: Database) -> None:
    with wired.unit_of_work() as uow:
        uow.networks.add("pairwise", "northwind")
        uow.networks.post("pairwise", "northwind", Posting([HOST], {"lead": URL, "confirmed": URL}, 0))
        uow.commit()
    ann = buyer()
    consume(wired, ann.signs_up(sub1="click"))
    consume(wired, ann.confirms())
    assert [goal for goal, *_ in states(database)] == ["confirmed"]
