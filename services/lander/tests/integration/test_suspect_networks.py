"""Networks whose sign-ups stop confirming, or whose buyers charge back, compared with their own month."""

from uuid import uuid4

from lander.tests.consuming import consume
from lander.tests.integration.test_suspects import ann, signs
from lander.tests.purchases import Buyer, goes_back
from lander.usecases.find_suspects import find_suspects
from lander.wiring import Wiring
from shared.kit.db import Database
from sqlalchemy import text


def test_a_network_whose_sign_ups_stop_confirming_is_suspect_with_those(wired: Wiring, database: Database) -> None:
    for number in range(120):
        before = ann(age_days=20 + number / 12)
        consume(wired, before.signs_up(), *([before.confirms()] if number % 10 else []))
    for number in range(40):
        recent = ann(age_days=3 + number / 12)
        consume(wired, recent.signs_up(), *([recent.confirms()] if number < 10 else []))
    fresh = ann(age_days=0.5)
    consume(wired, fresh.signs_up())

    assert find_suspects(wired.unit_of_work) == 30
    assert signs(database) == [None] * 130 + ["unconfirmed"] * 30 + [None]
    assert find_suspects(wired.unit_of_work) == 0


def test_a_network_whose_buyers_charge_back_is_suspect_and_one_like_its_month_is_not(
    wired: Wiring, database: Database
) -> None:
    def buyers(age_days: float, count: int, charged_back: int, name: str) -> None:
        for number in range(count):
            each = Buyer("video", name, age_days=age_days + number / 12)
            paid = each.pays(999, 173)
            events = [each.signs_up(sub1=str(uuid4())), each.confirms(), paid]
            consume(wired, *events, *([goes_back(paid, 999, 173, "chargeback")] if number < charged_back else []))

    # 50 to 58 days ago is the month before the last 45 days.
    buyers(50, 100, 2, "northwind")
    buyers(20, 40, 12, "northwind")
    buyers(50, 100, 10, "southwind")
    buyers(20, 40, 6, "southwind")

    assert find_suspects(wired.unit_of_work) == 40
    with database.engine.connect() as connection:
        found = connection.execute(text("SELECT DISTINCT network FROM leads WHERE suspicion = 'chargebacks'"))
        assert [row.network for row in found] == ["northwind"]
