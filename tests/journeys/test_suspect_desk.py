"""A sign-up that no page of ours led to is seen at the marketing desk, decided there, and counted apart until then."""

import secrets
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from tests.desk import log_in_marketer
from tests.journeys.conftest import ENTERED, check_accessibility, take_session
from tests.journeys.test_journey import fill_in
from tests.member import Member, until
from tests.product import Product

Visit = Callable[..., Page]
SIGN = "No page of ours was shown before, or its script did not run"


def sign_up_by_link(page: Page, network: str) -> None:
    """Follow a link to the sign-up itself, as a program does that is paid for sign-ups: it names a page nobody saw."""
    page.add_init_script(ENTERED)
    page.goto(f"/en/signup?page=video&v=0.0&network={network}")
    fill_in(page, f"{secrets.token_hex(6)}@example.org")


def counts(marketer: Member, network: str) -> tuple[int, int]:
    """Sign-ups of a network in the report, and suspect ones."""
    today = datetime.now(UTC).date().isoformat()
    rows = marketer.get("marketing-report", first=today, last=today, by="network", network=network)["rows"]
    return sum(row["sign_ups"] for row in rows), sum(row["suspect_sign_ups"] for row in rows)


@pytest.mark.parametrize(
    ("press", "action", "ends"),
    [("Leave them out", "Left out suspect sign-ups", (0, 1)), ("Count them", "Counted suspect sign-ups", (1, 0))],
)
def test_a_suspect_sign_up_is_decided_at_the_desk(
    visit: Visit, product: Product, press: str, action: str, ends: tuple[int, int]
) -> None:
    network = f"net{secrets.token_hex(3)}"
    with Member(product.base_url) as marketer:
        log_in_marketer(marketer)
        marketer.call("POST", "marketing-networks", name=network)
        sign_up_by_link(visit(), network)
        until(lambda: counts(marketer, network) == (0, 1))

        page = visit()
        take_session(page, marketer)
        page.goto("/marketing/suspects")
        group = page.get_by_role("article", name=network)
        expect(group).to_contain_text(SIGN)
        expect(group).to_contain_text("Sign-ups: 1 · confirmed: 0 · bought: 0")
        check_accessibility(page)
        group.get_by_role("button", name=press).click()
        group.get_by_role("button", name="Take back").click()
        expect(group.get_by_role("button", name="Take back")).to_have_count(0)
        assert counts(marketer, network) == (0, 1)
        group.get_by_role("button", name=press).click()
        expect(group.get_by_role("button", name="Take back")).to_be_visible()

        assert counts(marketer, network) == ends
        page.goto("/marketing/report?by=network&columns=sign_ups,suspect_sign_ups")
        row = page.get_by_role("region", name="Figures of the report").get_by_role("row").filter(has_text=network)
        expect(row).to_be_visible()
        cells = map(str.strip, row.get_by_role("cell").all_text_contents())
        figures = dict(zip(columns(page), cells, strict=False))
        assert (figures["Sign-ups"], figures["Suspect sign-ups"]) == tuple(str(each) for each in ends)
        page.goto("/marketing/log")
        expect(page.get_by_role("main").get_by_text(action).first).to_be_visible()
        expect(page.get_by_role("main").get_by_text(network).first).to_be_visible()


def columns(page: Page) -> list[str]:
    """The headings of the figures, which are under those of their groups."""
    report = page.get_by_role("region", name="Figures of the report")
    return report.get_by_role("row").nth(1).get_by_role("columnheader").all_text_contents()
