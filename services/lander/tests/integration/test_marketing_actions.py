"""The audit log of the marketing desk."""

from uuid import UUID, uuid4

import pytest
from lander.domain.marketing_action import Marketer, MarketingAction
from lander.wiring import Wiring
from shared.kit.db import Database
from shared.kit.testing.web import Browser
from sqlalchemy import text
from sqlalchemy.exc import DatabaseError

ANN = UUID(int=1)


def record(wired: Wiring, *actions: MarketingAction, by: UUID = ANN, site: str = "pairwise") -> None:
    with wired.unit_of_work() as uow:
        for action in actions:
            uow.actions.record(Marketer(by, site), action)
        uow.commit()


def test_the_log_says_who_changed_what_from_what_to_what(browser: Browser, wired: Wiring) -> None:
    record(wired, MarketingAction("network.add", "northwind", after={"name": "northwind"}))
    record(wired, MarketingAction("network.pay", "northwind", {"minor": 100}, {"minor": 250}), by=uuid4())

    changed, added = browser.as_member(ANN, marketer=True).get("/api/marketing-actions.php").json["actions"]
    assert (changed["action"], changed["before"], changed["after"]) == ("network.pay", {"minor": 100}, {"minor": 250})
    assert (added["before"], added["is_own"], changed["is_own"]) == (None, True, False)


def test_another_brands_log_is_not_shown(browser: Browser, wired: Wiring) -> None:
    record(wired, MarketingAction("network.add", "northwind"))

    there = browser.at("iskra.localhost").as_member(ANN, marketer=True)
    assert there.get("/api/marketing-actions.php").json == {"actions": [], "has_more": False}


def test_a_long_log_is_read_page_by_page(browser: Browser, wired: Wiring) -> None:
    record(wired, *(MarketingAction("network.add", str(number)) for number in range(60)))

    browser.as_member(ANN, marketer=True)
    first = browser.get("/api/marketing-actions.php").json
    rest = browser.get("/api/marketing-actions.php", before=first["actions"][-1]["id"]).json
    subjects = [each["subject"] for each in first["actions"] + rest["actions"]]
    assert subjects == [str(number) for number in reversed(range(60))]
    assert (first["has_more"], rest["has_more"]) == (True, False)


@pytest.mark.parametrize("query", [{"before": "0"}, {"before": "x"}, {"before": str(2**60)}, {"site": "iskra"}])
def test_a_query_it_does_not_know_is_refused(browser: Browser, query: dict[str, str]) -> None:
    assert browser.as_member(ANN, marketer=True).get("/api/marketing-actions.php", **query).status_code == 422


@pytest.mark.parametrize("change", ["UPDATE marketing_actions SET subject = ''", "DELETE FROM marketing_actions"])
def test_rows_are_only_ever_added(wired: Wiring, database: Database, change: str) -> None:
    record(wired, MarketingAction("network.add", "northwind"))

    with pytest.raises(DatabaseError, match="permission denied"), database.engine.begin() as connection:
        connection.execute(text(change))
