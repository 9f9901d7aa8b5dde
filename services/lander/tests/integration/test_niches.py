"""Niche 1 to 7 of a page chooses the line above the headline and the colours, in every language."""

import re
from html import unescape
from uuid import UUID

from lander.tests.makers import document
from lander.web.assets import HERE
from shared.kit.testing.web import Browser
from shared.languages import LOCALES

NICHES = range(1, 8)


def test_each_niche_has_its_own_words_in_every_language(browser: Browser) -> None:
    desk = browser.as_member(UUID(int=1), marketer=True)
    for niche in NICHES:
        slug = f"niche-{niche}"
        desk.post("/api/marketing-page.php", {"slug": slug, "base": 0, "document": document(niche=niche)})
        desk.put("/api/marketing-page.php", {"slug": slug, "action": "publish", "version": 1})

    for locale in LOCALES:
        pages = [unescape(browser.get(f"/{locale}/landers/niche-{niche}").get_data(as_text=True)) for niche in NICHES]
        words = [re.findall(r'<p class="kicker">(.+?)</p>', page) for page in pages]
        assert [len(each) for each in words] == [1] * len(NICHES)
        assert len({each for [each] in words}) == len(NICHES), locale
        for niche, page in zip(NICHES, pages, strict=True):
            assert re.search(rf'<body class="[^"]*\bniche-{niche}\b', page)


def test_each_niche_but_the_first_has_its_own_colours() -> None:
    styles = (HERE / "lander.css").read_text("utf-8")

    rules = {niche: re.findall(rf"\.niche-{niche} \.evening \{{([^}}]*)\}}", styles) for niche in NICHES}

    assert rules.pop(1) == []
    assert len({rule for [rule] in rules.values()}) == len(rules)
