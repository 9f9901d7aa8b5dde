"""A member invites a friend by a link; the friend signs up, buys, and the reward arrives once it is due."""

import os
from collections.abc import Callable
from pathlib import Path

import psycopg
from playwright.sync_api import Page, expect

from tests.journeys.conftest import check_accessibility
from tests.member import Member, until
from tests.product import Product

Visit = Callable[..., Page]
REWARD = 20


def test_a_friend_comes_by_a_link_buys_and_the_reward_arrives(visit: Visit, product: Product) -> None:
    ann = Member(product.base_url).sign_up("Ann").confirm()
    page = visit(phone=True)
    page.context.add_cookies([{"name": n, "value": v, "url": product.base_url} for n, v in ann.http.cookies.items()])
    page.goto("/en/settings/invitations")
    expect(page.get_by_role("heading", name="No open link yet")).to_be_visible()
    check_accessibility(page)
    page.get_by_label("Show my first name to people who open it").check()
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_label("Your link").input_value()
    check_accessibility(page)

    visitor = visit()
    visitor.goto(link)
    visitor.get_by_role("dialog").get_by_role("button").first.click()
    expect(visitor.get_by_role("heading", level=1)).to_have_text("Ann has invited you")
    check_accessibility(visitor)
    visitor.get_by_role("link", name="Sign up").last.click()
    expect(visitor.get_by_role("group", name="I am a")).to_be_visible()
    code = visitor.evaluate("sessionStorage.getItem('invitation')")
    assert link.endswith(f"/i/{code}")

    friend = Member(product.base_url).sign_up("Bo", gender="male", seeks="female", invitation=code).confirm()
    friend.become_premium()
    until(lambda: ann.get("invitation-rewards")["waiting"] == 1)
    before = ann.get("user")["user"]["credits"]
    with psycopg.connect(product.instance.database_url("billing"), autocommit=True) as connection:
        connection.execute("UPDATE invitation_rewards SET due_at = now() WHERE inviter_id = %s", [ann.id])
    until(lambda: ann.get("invitation-rewards")["paid"] == 1)
    until(lambda: ann.get("user")["user"]["credits"] == before + REWARD)

    page.reload()
    expect(page.get_by_text("Signed up with it: 1")).to_be_visible()
    if folder := os.environ.get("SCREENSHOTS"):
        page.screenshot(path=Path(folder) / "phone.png", full_page=True)
    page.goto("/en/transactions")
    expect(page.get_by_text("Invitation reward").locator("visible=true")).to_be_visible()
    page.goto("/en/settings/invitations")
    page.get_by_role("button", name="Revoke link").click()
    expect(page.get_by_role("heading", name="No open link yet")).to_be_visible()
