"""Postbacks to a network that fails in every way, from workers that are killed: each fact arrives, in order, and a
transaction id has one meaning. POSTBACK_LEADS=100 and POSTBACK_KILLS=10 make the few of the suite many."""

import os
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from google.protobuf.message import Message
from lander.clients.networks import NetworkPostbacks
from lander.domain.network import Posting
from lander.domain.postback import PostbackRequest
from lander.domain.report import Payout
from lander.tests.consuming import consume
from lander.tests.postbacks import IMPORTED, due_now, states
from lander.tests.purchases import Buyer, goes_back
from lander.tests.unreliable_network import UnreliableNetwork, unreliable_network
from lander.usecases.send_postbacks import send_postbacks
from lander.wiring import Wiring
from shared.kit.db import Database
from shared.kit.testing import forked
from sqlalchemy import text

LEADS = int(os.environ.get("POSTBACK_LEADS", "8"))
KILLS = int(os.environ.get("POSTBACK_KILLS", "1"))
GOALS = ["lead", "confirmed", "sale", "reversal"]
# Sub ids that would leave their parameter, or be filled in, if they were not encoded.
CLICKS = ("a&st=sale", "line\nbreak", "{payout}", "100%26", "#top")
LONGEST_SECONDS = 120


def until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + LONGEST_SECONDS
    while not is_so():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)


@contextmanager
def worker(database: Database, network: UnreliableNetwork) -> Iterator[None]:
    """A worker in a process of its own, killed at the end."""
    module = "lander.tests.postback_worker"
    process = forked.start(module, database.dsn, network.url, environment=os.environ, imported=IMPORTED)
    try:
        yield
        assert process.is_alive()
    finally:
        process.kill()
        process.join()


def is_drained(database: Database) -> bool:
    """Whether nothing is queued; what waits for a retry or a lease is due at once."""
    due_now(database)
    return all(state != "queued" for _, state, _ in states(database))


def send_under_kills(database: Database, network: UnreliableNetwork) -> None:
    for _ in range(KILLS):
        before = len(network.log)
        with worker(database, network):
            until(lambda before=before: len(network.log) > before + 2 or is_drained(database))  # type: ignore[misc]
        due_now(database)
    with worker(database, network):
        until(lambda: is_drained(database))


def post_to(wired: Wiring, database: Database, network: UnreliableNetwork) -> None:
    """Direct all postbacks of a network to the stand-in: past the check of templates, which wants https."""
    with wired.unit_of_work() as uow:
        uow.networks.add("pairwise", "northwind")
        uow.networks.pay("pairwise", "northwind", Payout("share", share=3000))
        uow.networks.post("pairwise", "northwind", Posting(["127.0.0.1"], dict.fromkeys(GOALS, network.template), 0))
        uow.commit()
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE networks SET posts_since = now() - interval '1 year'"))


def life(number: int) -> tuple[Buyer, list[Message], Message]:
    """A buyer, the events until the purchase, and the reversal of it."""
    # An hour apart: no burst of sign-ups.
    ann = Buyer("map", "northwind", age_days=3 + number / 24)
    paid = ann.pays(1999 + number, 347)
    events: list[Message] = [ann.signs_up(sub1=f"{number} {CLICKS[number % len(CLICKS)]}"), ann.confirms(), paid]
    return ann, events, goes_back(paid, 1999 + number, 347, "chargeback")


def test_each_fact_arrives_in_order_and_with_one_meaning(wired: Wiring, database: Database) -> None:
    lives = [life(number) for number in range(LEADS)]
    with unreliable_network() as network:
        post_to(wired, database, network)
        for _, events, _ in lives:
            consume(wired, *events)
        send_under_kills(database, network)
        consume(wired, *(reversal for *_, reversal in lives))
        send_under_kills(database, network)

    goals_of, meanings = defaultdict[str, list[str]](list), defaultdict[str, set[tuple[str, ...]]](set)
    for request in network.log:
        meanings[request.transaction].add(request.meaning)
    for request in network.accepted:
        if request.goal not in goals_of[request.click]:
            goals_of[request.click].append(request.goal)
    assert goals_of == {f"{number} {CLICKS[number % len(CLICKS)]}": GOALS for number in range(LEADS)}
    assert [each for each in meanings.values() if len(each) != 1] == []
    assert len(meanings) == LEADS * len(GOALS)
    assert {state for _, state, _ in states(database)} == {"sent"}
    assert any(not request.is_accepted for request in network.log)
    assert network.unexpected == []


def test_a_redirect_is_not_followed_and_its_fact_arrives_when_it_is_sent_again(
    wired: Wiring, database: Database
) -> None:
    _, [signed_up, *_], _ = life(0)
    with unreliable_network(["redirects"]) as network:
        post_to(wired, database, network)
        consume(wired, signed_up)
        sender = NetworkPostbacks(network.url)
        for _ in range(2):
            send_postbacks(wired.unit_of_work, sender)
            assert states(database) == [("lead", "failed", "answer")]
            again(wired, database)
        send_postbacks(wired.unit_of_work, sender)
        assert states(database) == [("lead", "sent", None)]

    assert [request.is_accepted for request in network.log] == [False, False, True]
    assert len({request.transaction for request in network.log}) == 1
    assert network.unexpected == []


def again(wired: Wiring, database: Database) -> None:
    """As a marketer's "send again"."""
    with database.engine.connect() as connection:
        [postback_id] = connection.scalars(text("SELECT id FROM postbacks WHERE goal = 'lead'"))
    with wired.unit_of_work() as uow:
        assert uow.postbacks.send_again("pairwise", postback_id) == "lead"
        uow.commit()


@pytest.mark.parametrize("url", ["http://{host}/", "https://localhost/", "https://other.example/", "https://10.0.0.7/"])
def test_without_a_stand_in_no_such_address_is_reached(url: str) -> None:
    with unreliable_network() as network:
        host = network.url.removeprefix("http://")
        answer = NetworkPostbacks().send(
            PostbackRequest(url.format(host=host)), [host.partition(":")[0], "localhost", "10.0.0.7"]
        )

    assert (answer.code, answer.is_refused) == (None, True)
    assert network.log == []
