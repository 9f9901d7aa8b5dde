from datetime import UTC, date, datetime, timedelta
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared.kit.core import NotFound, age_on

from profiles.domain.ages import born_by
from profiles.domain.card import Card
from profiles.domain.fields import Text
from profiles.domain.presence import some_time_that_day
from profiles.domain.profile import Viewer
from profiles.domain.search import Count, Filters, criteria_for
from profiles.domain.traits import Gender, Sexuality, sexuality_of
from profiles.domain.visibility import Restrictions, Visibility, check_may_open
from profiles.errors import BlockedByMember, TextTooLong

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
DAYS = st.dates(date(2020, 1, 1), date(2060, 12, 31))


def a_card(**changes: object) -> Card:
    usual: dict[str, object] = {
        "id": uuid4(),
        "name": "Ann",
        "birth_date": date(1995, 6, 2),
        "gender": "female",
        "country": "NL",
        "region": None,
        "region_name": None,
        "town": None,
        "town_id": None,
        "fictional": False,
        "demonstration": False,
        "is_paused": False,
        "shares_presence": True,
        "last_active_at": NOON,
        "joined_at": NOON,
        "main_photo": None,
        "at": NOON,
    }
    return Card(**{**usual, **changes})  # type: ignore[arg-type]


def a_viewer(**changes: object) -> Viewer:
    """A woman of thirty."""
    usual: dict[str, object] = {
        "member_id": uuid4(),
        "gender": Gender.FEMALE,
        "seeks": (Gender.MALE,),
        "birth_date": date(1996, 1, 1),
        "interests": (),
        "town_id": None,
        "is_premium": False,
        "is_deleted": False,
        "is_quiet": False,
        "at": NOON,
    }
    return Viewer(**{**usual, **changes})  # type: ignore[arg-type]


@given(DAYS, st.dates(date(1900, 1, 1), date(2019, 12, 31)), st.integers(18, 120))
def test_the_birth_dates_of_an_age_are_those_of_its_members(day: date, born: date, age: int) -> None:
    assert (born <= born_by(day, age)) == (age_on(day, born) >= age)


@pytest.mark.parametrize(
    ("gender", "seeks", "expected"),
    [
        ("female", ["male"], Sexuality.HETERO),
        ("female", ["female"], Sexuality.LESBIAN),
        ("male", ["male"], Sexuality.GAY),
        ("male", ["female"], Sexuality.HETERO),
        ("male", ["female", "male"], Sexuality.BI),
        ("female", ["female", "female"], Sexuality.LESBIAN),
    ],
)
def test_sexuality_follows_from_who_is_sought(gender: str, seeks: list[str], expected: Sexuality) -> None:
    assert sexuality_of(Gender(gender), [Gender(one) for one in seeks]) is expected


@pytest.mark.parametrize(
    ("silent_for", "shown"),
    [
        (timedelta(hours=-12), "today"),
        (timedelta(0), "today"),
        (timedelta(hours=12), "today"),
        (timedelta(hours=12, seconds=1), "week"),
        (timedelta(days=6, hours=12), "week"),
        (timedelta(days=6, hours=12, seconds=1), None),
    ],
)
def test_presence_is_shown_by_the_day(silent_for: timedelta, shown: str | None) -> None:
    assert a_card(last_active_at=NOON - silent_for).presence == shown


@pytest.mark.parametrize("days", range(9))
def test_no_word_about_a_member_changes_within_a_day(days: int) -> None:
    """An observer who polls every minute learns the day of an activity and nothing finer."""
    midnight = NOON.replace(hour=0) + timedelta(days=days)
    looks = [midnight + timedelta(seconds=second) for second in (0, 1, 43_200, 43_201, 86_399)]
    cards = [a_card(last_active_at=NOON, joined_at=NOON, at=at) for at in looks]

    assert len({(card.presence, card.is_new) for card in cards}) == 1


@given(st.datetimes(timezones=st.timezones(), min_value=datetime(2000, 1, 1), max_value=datetime(2100, 1, 1)))
def test_the_moment_that_is_stored_keeps_the_day_alone(at: datetime) -> None:
    stored = {some_time_that_day(at) for _ in range(3)}

    assert {each.date() for each in stored} == {at.astimezone(UTC).date()}
    assert len(stored) == 3


def test_presence_is_shown_where_it_is_shared() -> None:
    assert a_card(shares_presence=False).presence is None


@pytest.mark.parametrize("chosen", [False, True])
def test_a_break_ends_in_what_was_chosen_for_afterwards(chosen: bool) -> None:
    before = Restrictions(is_invisible=chosen, is_hidden=False, is_sanctioned=False, is_age_unproven=False)
    paused = before.changed({"paused": True})

    assert (paused.is_invisible, paused.is_paused, paused.chooses_invisible) == (True, True, chosen)
    assert paused.changed({"paused": True}) == paused
    assert paused.changed({"paused": False}) == before
    turned = paused.changed({"invisible": not chosen})
    assert (turned.is_invisible, turned.changed({"paused": False}).is_invisible) == (True, not chosen)


def test_a_member_is_new_for_a_week() -> None:
    assert a_card(joined_at=NOON - timedelta(days=6)).is_new
    assert not a_card(joined_at=NOON - timedelta(days=7)).is_new


def test_a_card_shows_the_age_on_its_day() -> None:
    assert (a_card().age, a_card(at=NOON + timedelta(days=1)).age) == (30, 31)


def test_without_a_filter_the_viewer_gets_whom_they_seek() -> None:
    viewer = a_viewer(seeks=(Gender.MALE, Gender.FEMALE))

    assert criteria_for(viewer, Filters()).genders == (Gender.MALE, Gender.FEMALE)
    assert criteria_for(viewer, Filters(gender=Gender.MALE)).genders == (Gender.MALE,)
    assert (criteria_for(viewer, Filters()).seeking, criteria_for(viewer, Filters()).aged) == (Gender.FEMALE, 30)
    assert (criteria_for(viewer, Filters()).born_after, criteria_for(viewer, Filters()).born_until) == (None, None)


def test_a_count_is_exact_as_far_as_it_goes() -> None:
    assert (Count.of(1_000), Count.of(1_001)) == (Count(1_000, True), Count(1_000, False))


def test_the_blocker_may_open_and_the_blocked_may_not() -> None:
    check_may_open(Visibility(is_blocked_by_viewer=True), "Bo")
    with pytest.raises(BlockedByMember):
        check_may_open(Visibility(blocks_viewer=True), "Bo")


def test_the_deleted_are_as_if_they_never_were() -> None:
    with pytest.raises(NotFound):
        check_may_open(Visibility(is_deleted=True, blocks_viewer=True), "Bo")


def test_a_text_is_kept_without_edges_and_within_its_limit() -> None:
    text = Text(longest=20)

    assert text.checked("about", "  I sail.\r\nOften. ") == "I sail.\nOften."
    assert text.checked("about", "  \n ") is None
    assert text.checked("about", "🙂" * 20) == "🙂" * 20
    with pytest.raises(TextTooLong):
        text.checked("about", "a" * 21)
