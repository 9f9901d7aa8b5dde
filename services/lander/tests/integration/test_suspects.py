"""Suspect sign-ups are kept apart, told to no network, and decided at the desk."""

import time
from datetime import UTC, timedelta
from typing import Any
from uuid import UUID

import pytest
from lander.domain.network import Posting
from lander.domain.report import Dimension, Payout, ReportQuery, ReportRow
from lander.domain.suspect_sign_up import SignUpSign
from lander.renderings import Renderings
from lander.tests.consuming import consume
from lander.tests.integration.test_views import PERSON
from lander.tests.postbacks import HOST, URL, Network, drain, due_now, states
from lander.tests.purchases import NOW, Buyer, goes_back
from lander.usecases.make_report import make_report
from lander.wiring import Wiring
from pairwise.identity.v1.events_pb2 import MemberSignedUp
from shared.kit.db import Database
from shared.kit.testing.together import at_once
from shared.kit.testing.web import Browser
from sqlalchemy import text

MARKETER, PATH = UUID(int=7), "/api/marketing-suspects.php"


@pytest.fixture
def network(wired: Wiring, database: Database) -> Network:
    """northwind, which is paid for each sign-up and told of everything."""
    with wired.unit_of_work() as uow:
        uow.networks.add("pairwise", "northwind")
        uow.networks.pay("pairwise", "northwind", Payout("lead", minor=200, currency="EUR"))
        uow.networks.post(
            "pairwise", "northwind", Posting([HOST], dict.fromkeys(("lead", "confirmed", "sale"), URL), 0)
        )
        uow.commit()
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE networks SET posts_since = now() - interval '1 year'"))
    return Network()


@pytest.fixture
def desk(browser: Browser) -> Browser:
    return browser.as_member(MARKETER, marketer=True, site="pairwise")


def ann(**changed: Any) -> Buyer:
    return Buyer("video", "northwind", **{"age_days": 3, **changed})


def opened(event: MemberSignedUp, wired: Wiring, seconds_before: float, *, is_program: bool = False) -> MemberSignedUp:
    """The sign-up with the proof of a page that was rendered so long before it."""
    at = event.signed_up_at.ToDatetime(UTC).timestamp() - seconds_before
    page = (event.site, event.arrival.page, str(event.arrival.version), str(event.arrival.arm))
    event.arrival.opened = Renderings(wired.settings.source_keys, lambda: at).open(*page, is_program=is_program)
    return event


def signs(database: Database) -> list[str | None]:
    with database.engine.connect() as connection:
        return list(connection.scalars(text("SELECT suspicion FROM leads ORDER BY id")))


def total(wired: Wiring) -> ReportRow:
    first, after = NOW.date() - timedelta(days=400), NOW.date() + timedelta(days=2)
    return make_report(wired.unit_of_work(), ReportQuery("pairwise", first, after, (Dimension.PAGE,))).total


def decide(desk: Browser, decision: str, sign: str = "fast", method: str = "PUT") -> Any:
    day = (NOW - timedelta(days=3)).date().isoformat()
    return desk.send(method, PATH, {"network": "northwind", "day": day, "sign": sign, "decision": decision})


def suspect_sale(wired: Wiring) -> Buyer:
    """A member who signed up 4 seconds after the page was rendered, confirmed and bought."""
    fast = ann()
    consume(wired, opened(fast.signs_up(sub1="click"), wired, 4), fast.confirms(), fast.pays(1210, 210))
    return fast


@pytest.mark.parametrize(
    ("seconds", "is_program", "sign"),
    [(9, False, "fast"), (-5, False, "fast"), (11, False, None), (3600, False, None), (60, True, "program")],
)
def test_the_time_from_page_to_sign_up_and_its_browser_are_signs(
    wired: Wiring, database: Database, seconds: float, *, is_program: bool, sign: str | None
) -> None:
    consume(wired, opened(ann().signs_up(), wired, seconds, is_program=is_program))

    assert signs(database) == [sign]


@pytest.mark.parametrize(
    "proof", ["", "6937f5a0.forged", "zz.x", ".", "p.p", "-1.AAAA", "6937f5a0p.AAAAAAAAAAAAAAAAAAAAAA"]
)
def test_a_sign_up_without_a_rendered_page_is_suspect(wired: Wiring, database: Database, proof: str) -> None:
    event = ann().signs_up()
    event.arrival.opened = proof

    consume(wired, event)

    assert signs(database) == ["no_script"]


@pytest.mark.parametrize("changed", [{"page": "map"}, {"arm": 9}, {"version": 9}])
def test_the_proof_of_one_page_proves_no_other(wired: Wiring, database: Database, changed: dict[str, Any]) -> None:
    event = opened(ann().signs_up(), wired, 60)
    for name, value in changed.items():
        setattr(event.arrival, name, value)

    consume(wired, event)

    assert signs(database) == ["no_script"]


def test_pages_of_the_release_before_and_screens_of_the_app_prove_nothing_and_are_not_suspect(
    wired: Wiring, database: Database
) -> None:
    of_the_app = Buyer("app").signs_up()
    of_the_app.arrival.opened = ""

    consume(wired, ann().signs_up(), of_the_app)

    assert signs(database) == [None, None]


def test_an_address_of_a_known_mailbox_is_suspect(wired: Wiring, database: Database) -> None:
    event = opened(ann().signs_up(), wired, 60)
    event.shares_mailbox = True

    consume(wired, event)

    assert signs(database) == ["same_mailbox"]


def test_a_suspect_sign_up_is_counted_apart_and_its_money_is_money(
    wired: Wiring, network: Network, database: Database
) -> None:
    suspect_sale(wired)
    due_now(database)
    drain(wired, network)

    row = total(wired)
    assert (row.sign_ups, row.suspect_sign_ups, row.confirmed, row.first_purchases) == (0, 1, 0, 0)
    assert row.money("EUR").net == 1000
    assert row.money("EUR").payout == 0
    assert network.goals == []
    assert states(database) == []


def test_no_share_is_owed_of_suspect_money(wired: Wiring, network: Network) -> None:
    with wired.unit_of_work() as uow:
        uow.networks.pay("pairwise", "northwind", Payout("share", share=5000))
        uow.commit()
    suspect_sale(wired)
    honest = ann()
    paid = honest.pays(2420, 420)
    consume(wired, opened(honest.signs_up(), wired, 60), paid, goes_back(paid, 1210, 210))

    assert total(wired).money("EUR").payout == 500


def test_genuine_ones_are_counted_and_told_in_their_order(
    wired: Wiring, network: Network, desk: Browser, database: Database
) -> None:
    suspect_sale(wired)
    [group] = desk.get(PATH).json["groups"]
    day = (NOW - timedelta(days=3)).date().isoformat()
    counts = {"sign_ups": 1, "confirmed": 1, "buyers": 1}
    assert group == {"network": "northwind", "day": day, "sign": "fast", "decision": None, **counts}

    assert decide(desk, "genuine").json == {"sign_ups": 1}

    due_now(database)
    drain(wired, network)
    assert network.goals == ["lead", "confirmed", "sale"]
    row = total(wired)
    assert (row.sign_ups, row.suspect_sign_ups, row.confirmed, row.first_purchases) == (1, 0, 1, 1)
    assert row.money("EUR").payout == 200
    assert desk.get(PATH).json["groups"] == []
    [action] = desk.get("/api/marketing-actions.php").json["actions"]
    assert (action["action"], action["subject"]) == ("suspects.genuine", f"northwind {day} fast")


def test_of_fraud_nothing_is_told_also_not_later(
    wired: Wiring, network: Network, desk: Browser, database: Database
) -> None:
    fast = suspect_sale(wired)

    assert decide(desk, "fraud").status_code == 200
    consume(wired, fast.pays(999, 173, after_days=1))

    due_now(database)
    drain(wired, network)
    assert network.goals == []
    assert (total(wired).sign_ups, total(wired).suspect_sign_ups) == (0, 1)
    assert decide(desk, "genuine").status_code == 404


@pytest.mark.parametrize("decision", ["genuine", "fraud"])
def test_a_decision_is_taken_back_and_the_other_one_made(
    wired: Wiring, network: Network, desk: Browser, database: Database, decision: str
) -> None:
    fast = ann()
    consume(wired, opened(fast.signs_up(sub1="click"), wired, 60), fast.confirms())
    with wired.unit_of_work() as uow:
        uow.suspects.suspect(UUID(fast.member_id), SignUpSign.FAST)
        uow.commit()
    assert decide(desk, decision).status_code == 200
    [decided] = desk.get(PATH).json["decided"]
    assert (decided["sign_ups"], decided["decision"]) == (1, decision)

    assert decide(desk, decision, method="DELETE").json == {"sign_ups": 1}

    assert decide(desk, decision, method="DELETE").status_code == 404
    assert desk.get(PATH).json["decided"] == []
    drain(wired, network)
    assert (total(wired).sign_ups, total(wired).suspect_sign_ups, network.goals) == (0, 1, [])
    assert decide(desk, "genuine").status_code == 200
    due_now(database)
    drain(wired, network)
    assert (total(wired).sign_ups, network.goals) == (1, ["lead", "confirmed"])
    taken_back = desk.get("/api/marketing-actions.php").json["actions"][1]
    assert (taken_back["action"], taken_back["before"]["decision"]) == ("suspects.take_back", decision)


def test_what_is_queued_waits_when_its_sign_up_becomes_suspect(
    wired: Wiring, network: Network, desk: Browser, database: Database
) -> None:
    honest = ann()
    consume(wired, opened(honest.signs_up(sub1="click"), wired, 60), honest.confirms())
    with wired.unit_of_work() as uow:
        uow.suspects.suspect(UUID(honest.member_id), SignUpSign.UNCONFIRMED)
        uow.commit()

    drain(wired, network)
    assert network.goals == []
    assert decide(desk, "fraud", "unconfirmed").status_code == 200
    assert [(state, reason) for _, state, reason in states(database)] == [("withheld", "suspect")] * 2


def test_of_two_decisions_at_once_one_counts(
    wired: Wiring, network: Network, desk: Browser, database: Database
) -> None:
    suspect_sale(wired)
    answers: list[int] = []

    at_once(*[lambda word=word: answers.append(decide(desk, word).status_code) for word in ("genuine", "fraud") * 3])

    assert sorted(answers) == [200] + [404] * 5
    due_now(database)
    drain(wired, network)
    assert network.goals in ([], ["lead", "confirmed", "sale"])
    assert (network.goals == []) == (total(wired).sign_ups == 0)


def test_a_purchase_during_the_decision_is_told_once(
    wired: Wiring, network: Network, desk: Browser, database: Database
) -> None:
    fast = ann()
    consume(wired, opened(fast.signs_up(sub1="click"), wired, 4))
    paid = fast.pays(1210, 210)

    at_once(lambda: consume(wired, paid), lambda: decide(desk, "genuine"))

    due_now(database)
    drain(wired, network)
    assert network.goals == ["lead", "sale"]


def test_a_decision_is_of_its_own_site(wired: Wiring, network: Network, browser: Browser) -> None:
    suspect_sale(wired)
    other = browser.as_member(MARKETER, marketer=True, site="iskra").at("iskra.localhost")

    assert other.get(PATH).json["groups"] == []
    assert decide(other, "genuine").status_code == 404
    assert total(wired).suspect_sign_ups == 1


@pytest.mark.parametrize(
    "changed", [{"sign": "mood"}, {"decision": "maybe"}, {"day": "yesterday"}, {"network": "n" * 201}, {"sign": None}]
)
def test_a_malformed_decision_is_refused(desk: Browser, changed: dict[str, Any]) -> None:
    body = {"network": "northwind", "day": "2026-01-01", "sign": "fast", "decision": "fraud", **changed}

    assert [desk.send(method, PATH, body).status_code for method in ("PUT", "DELETE")] == [422, 422]


def test_the_script_of_a_page_passes_the_proof_of_its_rendering_on(browser: Browser, wired: Wiring) -> None:
    page = browser.send("GET", "/landers/video?lang=en", {}, PERSON)

    _, _, rest = page.get_data(as_text=True).partition('data-opened="')
    found = wired.renderings.opening(rest.partition('"')[0], "pairwise", "video", "0", "0")
    assert found is not None
    assert not found.is_program
    assert abs(found.at.timestamp() - time.time()) < 3600
