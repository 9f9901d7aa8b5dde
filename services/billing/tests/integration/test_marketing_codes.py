"""Discount codes at the marketing desk: of one brand, with a budget that no race can overspend."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from billing.domain.discount import Discount
from billing.domain.payment import Payment, PaymentStatus
from billing.tests.makers import FakeProvider, a_member, nothing_is_off
from billing.usecases.handle_webhook import handle_webhook
from billing.usecases.manage_discount_codes import create_code
from billing.usecases.place_order import OrderForm, place_order
from billing.wiring import Wiring
from pairwise.billing.v1.events_pb2 import DiscountCodeChanged
from shared.kit.core import Refusal
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.together import at_once
from shared.kit.testing.web import Browser

ANN = UUID(int=1)
PATH = "/api/marketing-codes.php"
SPRING = {"code": "SPRING", "percentage": 20, "campaign": "spring", "expires_at": "2099-01-01T00:00:00Z"}


@pytest.fixture
def desk(browser: Browser) -> Browser:
    return browser.as_member(ANN, marketer=True)


@pytest.fixture
def order(wired: Wiring, database: Database, provider: FakeProvider) -> Callable[..., Payment]:
    site = wired.sites.get(wired.default_site)

    def place(member_id: UUID, code: str = "SPRING") -> Payment:
        form = OrderForm(uuid4(), "p0", "ideal", True, "en", code)
        return place_order(wired.unit_of_work(), provider, site, member_id, form, wired.settings.public_url)

    return place


def outcome(step: Callable[[], Payment]) -> str:
    try:
        return step().amount.text
    except Refusal as refusal:
        return refusal.code


def codes(desk: Browser) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = desk.get(PATH).json["codes"]
    return found


def test_a_code_is_made_used_and_ended_and_each_change_is_announced(
    desk: Browser, wired: Wiring, database: Database, order: Callable[..., Payment]
) -> None:
    assert desk.post(PATH, SPRING | {"code": "spring", "most_uses": 500}).status_code == 201
    assert order(a_member(wired)).amount.text == "7.99"

    [code] = codes(desk)
    assert (code["code"], code["campaign"], code["percentage"], code["state"]) == ("SPRING", "spring", 20, "active")
    assert (code["uses"], code["most_uses"], code["given"]) == (1, 500, [{"value": "2.00", "currency": "EUR"}])
    assert desk.put(PATH, {"code": "SPRING"}).status_code == 200
    assert codes(desk)[0]["state"] == "ended"
    assert outcome(lambda: order(a_member(wired))) == "discount_expired"

    made, ended = announced(database, DiscountCodeChanged)
    assert (made.change, made.code, made.site, made.marketer_id) == ("make", "SPRING", "pairwise", str(ANN))
    assert (made.percentage, made.most_uses, made.campaign) == (20, 500, "spring")
    assert (ended.change, ended.code, ended.percentage) == ("end", "SPRING", 0)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"code": "a"}, 422),
        ({"code": "a b c"}, 422),
        ({"code": "WELCOME25"}, 422),
        ({"code": "x" * 41}, 422),
        ({"percentage": 0}, 422),
        ({"percentage": 91}, 422),
        ({"percentage": "20"}, 422),
        ({"campaign": "x" * 61}, 422),
        ({"most_uses": 0}, 422),
        ({"budget": 500}, 422),
        ({"budget": 500, "currency": "XXX"}, 422),
        ({"budget": -1, "currency": "EUR"}, 422),
        ({"expires_at": "2020-01-01T00:00:00Z"}, 422),
        ({"expires_at": "2099-01-01"}, 422),
        ({"starts_at": "2099-02-01T00:00:00Z"}, 422),
        ({"member_id": str(uuid4())}, 422),
        ({"site": "iskra"}, 422),
    ],
)
def test_a_code_that_makes_no_sense_is_refused_and_announced_to_nobody(
    desk: Browser, database: Database, body: dict[str, Any], status: int
) -> None:
    assert desk.post(PATH, SPRING | body).status_code == status
    assert codes(desk) == []
    assert announced(database, DiscountCodeChanged) == []


def test_a_code_exists_once_and_ends_once(desk: Browser, database: Database) -> None:
    desk.post(PATH, SPRING)
    assert desk.post(PATH, SPRING).json["error"]["code"] == "discount_code_taken"
    assert desk.put(PATH, {"code": "SUMMER"}).status_code == 404
    answers = at_once(*(lambda: desk.put(PATH, {"code": "SPRING"}).status_code for _ in range(6)))
    assert sorted(answers) == [200, 404, 404, 404, 404, 404]
    assert len(announced(database, DiscountCodeChanged)) == 2


def test_another_brand_neither_sees_ends_nor_takes_it(
    desk: Browser, wired: Wiring, order: Callable[..., Payment]
) -> None:
    there = desk.at("iskra.localhost").as_member(ANN, marketer=True)
    assert there.post(PATH, SPRING).status_code == 201
    here = there.at("localhost").as_member(ANN, marketer=True)
    assert codes(here) == []
    assert here.put(PATH, {"code": "SPRING"}).status_code == 404
    assert outcome(lambda: order(a_member(wired))) == "discount_not_found"


@pytest.mark.parametrize(
    ("limit", "taken"), [({"most_uses": 3}, 3), ({"budget": 500, "currency": "EUR"}, 3), ({"most_uses": 1}, 1)]
)
def test_orders_at_once_take_no_more_than_the_budget(
    desk: Browser, wired: Wiring, order: Callable[..., Payment], limit: dict[str, Any], taken: int
) -> None:
    # Each order takes 2.00 off, so the third one reaches a budget of 5.00.
    desk.post(PATH, SPRING | limit)
    members = [a_member(wired) for _ in range(10)]

    outcomes = at_once(*(lambda member=member: outcome(lambda: order(member)) for member in members))

    assert sorted(outcomes) == ["7.99"] * taken + ["discount_spent"] * (10 - taken)
    assert codes(desk)[0]["state"] == "spent"
    assert nothing_is_off(wired)


def test_an_order_that_came_to_nothing_gives_its_use_back_and_an_own_one_is_taken_over(
    desk: Browser, wired: Wiring, provider: FakeProvider, order: Callable[..., Payment]
) -> None:
    desk.post(PATH, SPRING | {"most_uses": 1})
    ann, bo = a_member(wired), a_member(wired)
    order(ann)
    again = order(ann)
    assert outcome(lambda: order(bo)) == "discount_spent"

    provider.change(str(again.provider_id), status=PaymentStatus.EXPIRED)
    handle_webhook(wired.unit_of_work(), provider, str(again.provider_id))

    assert outcome(lambda: order(bo)) == "7.99"
    assert outcome(lambda: order(ann)) == "discount_spent"


def test_a_spent_code_says_so_where_it_is_typed(desk: Browser, wired: Wiring, order: Callable[..., Payment]) -> None:
    desk.post(PATH, SPRING | {"most_uses": 1})
    order(a_member(wired))
    page = desk.as_member(a_member(wired))
    assert page.get("/api/packages.php", discount_code="SPRING").json["error"]["code"] == "discount_spent"
    assert page.get("/api/discountcode.php", code="spring").json["error"]["code"] == "discount_spent"


def test_a_code_of_all_brands_is_shown_with_the_figures_of_this_one_and_ended_by_an_operator_alone(
    desk: Browser, wired: Wiring, database: Database, order: Callable[..., Payment]
) -> None:
    for code, site in (("EVERYWHERE", None), ("THEIRS", "iskra")):
        discount = Discount(code=code, percentage=20, claimed_as=code, site=site, most_uses=2)
        create_code(wired.unit_of_work(), discount, by="Ann")
    create_code(wired.unit_of_work(), Discount("OWN", 20, "OWN", member_id=a_member(wired)), by="Ann")
    order(a_member(wired), "EVERYWHERE")

    [shown] = codes(desk)
    assert (shown["code"], shown["is_for_all_sites"], shown["state"], shown["uses"]) == (
        "EVERYWHERE",
        True,
        "active",
        1,
    )
    assert desk.put(PATH, {"code": "EVERYWHERE"}).status_code == 404

    order(a_member(wired), "EVERYWHERE")
    with database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE payments SET site = 'iskra'")
    [shown] = codes(desk)
    # Spent by purchases at the other brand, whose figures are not shown here.
    assert (shown["state"], shown["uses"], shown["given"]) == ("spent", 0, [])
