"""Prices stand on one line: in every currency and language, on the narrowest phones."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from shared.languages import LOCALES

from tests.journeys.conftest import take_session
from tests.member import Member
from tests.product import Product

PAGES = ("/credits", "/credits/p3", "/premium", "/pricing", "/settings/spending", "/transactions")
# Puts the price of each currency in the place of each price, as the page formats it, and finds those on two lines.
BROKEN = r"""() => {
  const rates = { EUR: 1, CHF: 1, GBP: 1, USD: 1, PLN: 4.3, DKK: 7.46, SEK: 11.4, NOK: 11.7 }
  const locale = navigator.languages.find((tag) => tag.split('-')[0] === document.documentElement.lang)
    ?? document.documentElement.lang
  const priceIn = (currency, value) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(value)
  const price = /[^ \n]*\d[.,]\d\d(?!\d)[^ \n]*/
  const found = { prices: 0, broken: [] }
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const node = texts.currentNode, whole = node.data
    const [match] = price.exec(whole) ?? []
    if (!match || !node.parentElement.checkVisibility()) continue
    found.prices += 1
    const value = Number(match.replaceAll(/[^\d.,]/g, '').replace(',', '.'))
    // A date with points is no price.
    if (Number.isNaN(value)) continue
    for (const [currency, rate] of Object.entries(rates)) {
      const text = priceIn(currency, value * rate)
      node.data = whole.replace(match, text)
      const range = document.createRange()
      const start = node.data.indexOf(text)
      range.setStart(node, start)
      range.setEnd(node, start + text.length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      const edge = document.documentElement.clientWidth
      if (lines.size > 1 || document.documentElement.scrollWidth > edge) found.broken.push(node.data)
    }
    node.data = whole
  }
  return found
}"""


@pytest.mark.parametrize("path", PAGES)
def test_no_price_breaks(visit: Callable[..., Page], product: Product, path: str) -> None:
    ann = Member(product.base_url).sign_up("Ann").confirm()
    if path == "/transactions":
        ann.become_premium()
    page = visit(phone=True)
    take_session(page, ann)
    broken: dict[str, list[str]] = {}
    for language in LOCALES:
        page.goto(f"/{language}{path}")
        expect(page.get_by_text("€").first).to_be_visible()
        for width in (320, 390):
            page.set_viewport_size({"width": width, "height": 800})
            found = page.evaluate(BROKEN)
            assert found["prices"] > 0, language
            if found["broken"]:
                broken[f"{language} {width}"] = found["broken"]
    assert broken == {}
