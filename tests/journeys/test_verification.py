"""Verification by live pictures in a browser: the camera, the desk, the badge, its end, and search by it."""

import io
import re
from collections.abc import Callable, Iterator

import pytest
from PIL import Image
from playwright.sync_api import Page, Route, expect
from runner.paths import ROOT

from tests.desk import log_in_moderator
from tests.journeys.conftest import check_accessibility, enter, take_session
from tests.member import Member, until
from tests.product import Product

Visit = Callable[..., Page]
PORTRAITS = ROOT / "scripts" / "demo" / "portraits" / "photos"
PATH, OWN = "/en/settings/verification", "**/api/verification.php"
# As a browser whose owner says no, and then yes.
REFUSE = """() => {
  window.camera = navigator.mediaDevices.getUserMedia
  navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))
}"""
ALLOW = "() => { navigator.mediaDevices.getUserMedia = window.camera }"


@pytest.fixture
def ann(product: Product) -> Iterator[Member]:
    """A member with two photos: of herself, and of somebody else."""
    with Member(product.base_url).sign_up("Ann").confirm() as ann:
        for name in ("w003-1", "w004-1"):
            saved = io.BytesIO()
            Image.open(PORTRAITS / f"{name}.webp").convert("RGB").save(saved, "JPEG")
            ann.upload("photo", saved.getvalue(), id=ann.new_id())
        yield ann


def photos_of(member: Member) -> list[str]:
    return [photo["id"] for photo in member.get("photo")["photos"]]


def badge_of(member: Member) -> str:
    return str(member.get("verification")["badge"])


def found_by_badge(member: Member) -> list[str]:
    return [card["id"] for card in member.get("search", verified="1")["profiles"]]


def no_time_left(route: Route) -> None:
    answer = route.fetch()
    body = answer.json()
    body["draw"]["seconds_left"] = 0
    route.fulfill(response=answer, json=body)


def take_pictures(page: Page, count: int = 2) -> None:
    for number in range(1, count + 1):
        expect(page.get_by_text(f"Pose {number} of 2")).to_be_visible()
        page.get_by_role("button", name="Take the picture").click()
        page.get_by_role("button", name="Use this picture").click()


def test_a_verified_member_is_found_by_the_badge_until_another_face_is_the_main_photo(
    visit: Visit, product: Product, ann: Member
) -> None:
    first, second = photos_of(ann)
    hers = visit(phone=True)
    enter(hers, ann, PATH)
    hers.get_by_role("button", name="Show the poses").click()
    take_pictures(hers, 1)
    check_accessibility(hers)
    # A second tab has the same poses; the draw is used up by the tab that sends first.
    tab = hers.context.new_page()
    tab.goto(PATH)
    expect(tab.get_by_text("Pose 1 of 2")).to_be_visible()
    expect(hers.get_by_text("Pose 2 of 2")).to_be_visible()
    hers.get_by_role("button", name="Take the picture").click()
    hers.get_by_role("button", name="Use this picture").click()
    expect(hers.get_by_text("We’re looking at your pictures")).to_be_visible()
    take_pictures(tab)
    expect(tab.get_by_role("alert")).to_be_visible()
    tab.close()
    assert ann.get("verification")["waiting_since"]

    desk = visit()
    with Member(product.base_url) as moderator:
        log_in_moderator(moderator)
        take_session(desk, moderator)
    desk.goto("/en/staff")
    desk.get_by_role("group", name="Kind of case").get_by_role("button", name="Verifications").click()
    desk.get_by_role("navigation", name="Cases").get_by_role("listitem").last.get_by_role("button").click()
    case = desk.get_by_role("article", name="Open case")
    # Which photos show the person is a choice: none is ticked before.
    case.get_by_role("button", name=re.compile(r"\bVerify$")).click()
    expect(desk.get_by_text("First tick the photos that show this person.")).to_be_visible()
    case.get_by_label("Photo 1 shows this person").check()
    check_accessibility(desk)
    case.get_by_role("button", name=re.compile(r"\bVerify$")).click()
    until(lambda: badge_of(ann) == "shown")

    with Member(product.base_url).sign_up("Bo", gender="male", seeks="female").confirm() as bo:
        his = visit()
        enter(his, bo, f"/en/members/{ann.id}")
        expect(his.get_by_text("Verified in")).to_be_visible()
        his.goto("/en/members?radius=country&verified=1")
        expect(his.locator(f"main a[href$='/{ann.id}']").first).to_be_visible()
        expect(his.get_by_role("button", name="All filters (1)")).to_be_visible()
        assert ann.id in found_by_badge(bo)
        enter(hers, ann, "/en/profile")
        expect(hers.get_by_role("link", name="Verified in")).to_be_visible()

        ann.call("PUT", "photo", order=[second, first])
        assert badge_of(ann) == "other_photo"
        assert ann.id not in found_by_badge(bo)
        his.goto(f"/en/members/{ann.id}")
        expect(his.get_by_role("heading", level=1, name="Ann")).to_be_visible()
        expect(his.get_by_text("Verified in")).to_have_count(0)


def test_a_refused_camera_and_an_expired_draw_leave_another_try(visit: Visit, ann: Member) -> None:
    page = visit()
    enter(page, ann, PATH)
    page.evaluate(REFUSE)
    page.get_by_role("button", name="Show the poses").click()
    expect(page.get_by_role("alert").get_by_text("This page may not use the camera")).to_be_visible()
    check_accessibility(page)
    page.evaluate(ALLOW)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="Take the picture")).to_be_enabled()

    before = ann.get("verification")["draw"]["poses"]
    page.route(OWN, no_time_left)
    page.reload()
    expect(page.get_by_text("The five minutes are over")).to_be_visible()
    expect(page.get_by_role("button", name="Take the picture")).to_have_count(0)
    check_accessibility(page)
    page.unroute(OWN)
    page.get_by_role("button", name="Get other poses").click()
    expect(page.get_by_role("button", name="Take the picture")).to_be_enabled()
    assert not set(before) & set(ann.get("verification")["draw"]["poses"])
