"""A smart link leads by rules first and weights second, and never to a page that is not live."""

import random
from collections import Counter

import pytest
from lander.domain.smart_link import LinkTarget, LinkVisitor, SmartLink

DUTCH_PHONE = LinkVisitor("NL", "phone", "nl", 14)
UNKNOWN = LinkVisitor("", "", "en", 3)


def drawn(link: SmartLink, visitor: LinkVisitor, *, dead: str = "", times: int = 1) -> Counter[str | None]:
    draw = random.Random(7)  # noqa: S311
    return Counter(link.drawn(visitor, lambda page: page != dead, draw) for _ in range(times))


def test_targets_share_visitors_by_their_weights() -> None:
    link = SmartLink("spring", "gallery", (LinkTarget("video", 3), LinkTarget("collage", 1)))
    found = drawn(link, UNKNOWN, times=10_000)
    assert set(found) == {"video", "collage"}
    assert 0.73 < found["video"] / 10_000 < 0.77


@pytest.mark.parametrize(
    "rule",
    [
        {"countries": ("NL", "BE")},
        {"devices": ("phone",)},
        {"languages": ("nl",)},
        {"first_hour": 9, "until_hour": 17},
        {"first_hour": 14, "until_hour": 2},
        {"countries": ("NL",), "devices": ("phone",), "languages": ("nl",), "first_hour": 14, "until_hour": 15},
    ],
)
def test_a_target_with_a_rule_goes_before_those_without(rule: dict[str, object]) -> None:
    link = SmartLink("spring", "gallery", (LinkTarget("dutch", **rule), LinkTarget("video", 1000)))  # type: ignore[arg-type]
    assert set(drawn(link, DUTCH_PHONE, times=50)) == {"dutch"}
    assert set(drawn(link, LinkVisitor("US", "desktop", "en", 5), times=50)) == {"video"}


def test_hours_end_before_the_last_one_and_may_cross_midnight() -> None:
    night = SmartLink("night", "gallery", (LinkTarget("late", first_hour=22, until_hour=6),))
    open_hours = [hour for hour in range(24) if drawn(night, LinkVisitor("", "", "", hour))["late"]]
    assert open_hours == [0, 1, 2, 3, 4, 5, 22, 23]


def test_a_paused_or_retired_target_gives_its_share_to_the_fallback() -> None:
    paused = SmartLink("spring", "gallery", (LinkTarget("video", is_paused=True), LinkTarget("collage")))
    assert 400 < drawn(paused, UNKNOWN, times=1000)["gallery"] < 600
    retired = SmartLink("spring", "gallery", (LinkTarget("video"), LinkTarget("collage")))
    found = drawn(retired, UNKNOWN, dead="video", times=1000)
    assert set(found) == {"gallery", "collage"}


def test_without_a_target_that_fits_and_without_a_live_fallback() -> None:
    link = SmartLink("spring", "gallery", (LinkTarget("dutch", countries=("NL",)),))
    assert drawn(link, UNKNOWN) == {"gallery": 1}
    assert drawn(link, UNKNOWN, dead="gallery") == {None: 1}


def test_what_is_stored_is_the_same_link() -> None:
    link = SmartLink("spring", "gallery", (LinkTarget("dutch", 5, ("NL",), ("phone",), ("nl",), 1, 2, True),), "north")
    assert SmartLink.of("spring", link.described()) == link
