"""The lists of likes, and the order of screens that members read from the top."""

from collections.abc import Callable

from playwright.sync_api import Page, expect
from shared.languages import LOCALES

from tests.journeys.conftest import box, enter
from tests.journeys.test_chat_photo import two_members
from tests.product import Product

Visit = Callable[..., Page]
# The distance between the middle of the initials and the middle of their photo, in pixels.
OFF_CENTRE = """photo => {
  const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2]
  const [x, y] = middle(photo.getBoundingClientRect())
  const range = document.createRange()
  range.selectNodeContents(photo.querySelector('span'))
  const [left, top] = middle(range.getBoundingClientRect())
  return Math.hypot(left - x, top - y)
}"""

# Words of links in the page's text that reach beyond the window, or are broken within.
BROKEN_WORDS = r"""() => {
  const found = [], range = document.createRange(), edge = document.documentElement.clientWidth
  for (const link of document.querySelectorAll('main :is(p, td) a')) {
    const text = [...link.childNodes].find((node) => node.nodeType === Node.TEXT_NODE)
    for (const { 0: word, index } of text?.data.matchAll(/[^\s-]+/g) ?? []) {
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const pieces = [...range.getClientRects()]
      if (pieces.length !== 1 || pieces[0].right > edge) found.push(link.textContent)
    }
  }
  return found
}"""


def test_a_match_is_in_one_list_and_games_are_named(visit: Visit, product: Product) -> None:
    ann, bo = two_members(product)
    for member, other in ((ann, bo), (bo, ann)):
        member.call("POST", "like", id=member.new_id(), profile_id=other.id)
    page = visit(phone=True)
    enter(page, ann, "/en/likes/matches")
    his_card = page.get_by_role("article").filter(has_text="Bo")
    expect(his_card).to_have_count(1)
    for game in ("Swipe game", "Match finder"):
        expect(page.get_by_role("main").get_by_role("link", name=game)).to_have_text(game)
        assert box(page.get_by_role("link", name=game))["width"] > 44
    for tab, empty in (("Likes you", "No likes yet"), ("You liked", "You haven’t liked anyone yet")):
        page.get_by_role("link", name=tab).click()
        expect(page.get_by_role("heading", name=empty)).to_be_visible()
        expect(his_card).to_have_count(0)

    page.goto(f"/en/likes/m/{bo.id}")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("[data-photo]")).to_have_count(2)
    assert [photo.evaluate(OFF_CENTRE) < 3 for photo in dialog.locator("[data-photo]").all()] == [True, True]


def test_lists_and_benefits_come_first(visit: Visit, product: Product) -> None:
    ann, bo = two_members(product)
    bo.write(ann.id, "Friday, by the river?")
    page = visit(phone=True)
    enter(page, ann, "/en/transactions")
    main = page.get_by_role("main")
    for path, first, then in (
        ("transactions", main.locator("table"), main.get_by_label("Show", exact=True)),
        ("premium", main.get_by_text("Unlimited conversations"), main.locator("[class*=amount]").first),
        ("profile", main.get_by_role("button", name="Add photos"), main.locator("progress")),
    ):
        page.goto(f"/en/{path}")
        assert box(first)["y"] < box(then)["y"], path
    main.get_by_role("link", name="As others see it").click()
    expect(page).to_have_url(f"{product.base_url}/en/members/{ann.id}")


def test_links_are_whole_on_phones(visit: Visit, product: Product) -> None:
    ann, _ = two_members(product)
    page = visit(phone=True)
    enter(page, ann, "/en/likes")
    broken = dict[str, list[str]]()
    for language in LOCALES:
        for path, links in (("likes", 3), ("transactions", 1)):
            page.goto(f"/{language}/{path}")
            expect(page.locator("main :is(p, td) a")).to_have_count(links)
            for width in (320, 390):
                page.set_viewport_size({"width": width, "height": 844})
                if found := page.evaluate(BROKEN_WORDS):
                    broken[f"{language} {path} {width}"] = found
    assert broken == {}


def test_filters_and_orders_share_a_row_on_tablets(visit: Visit, product: Product) -> None:
    ann, _ = two_members(product)
    page = visit()
    enter(page, ann, "/en/members")
    page.set_viewport_size({"width": 820, "height": 1180})
    cut = list[str]()
    for language in LOCALES:
        page.goto(f"/{language}/members")
        for row in page.get_by_role("main").get_by_role("group").filter(has=page.locator("button[aria-pressed]")).all():
            place, first = box(row), box(row.get_by_role("button").first)
            if first["x"] + first["width"] > place["x"] + place["width"]:
                cut.append(f"{language} {row.get_attribute('aria-label')}")
    assert cut == []
