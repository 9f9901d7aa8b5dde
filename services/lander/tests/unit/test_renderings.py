import pytest
from hypothesis import given
from hypothesis import strategies as st
from lander.renderings import LONGEST_TOKEN, Renderings
from shared.kit.core import SigningKeys
from shared.kit.core.keys import new_key

KEY, OTHER = new_key(), new_key()
VIEW = ("pairwise", "/landers/video", "", "en")


class Clock:
    now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_token_is_good_for_its_time_and_no_longer(clock: Clock) -> None:
    renderings = Renderings(SigningKeys(KEY), clock)
    token = renderings.prove(*VIEW)

    assert len(token) <= LONGEST_TOKEN
    assert renderings.is_proven(token, 600, *VIEW)
    clock.now += 600
    assert renderings.is_proven(token, 600, *VIEW)
    clock.now += 1
    assert not renderings.is_proven(token, 600, *VIEW)


def test_a_token_of_the_key_before_is_good_and_one_of_a_stranger_is_not(clock: Clock) -> None:
    token = Renderings(SigningKeys(KEY), clock).prove(*VIEW)

    assert Renderings(SigningKeys(f"{OTHER} {KEY}"), clock).is_proven(token, 600, *VIEW)
    assert not Renderings(SigningKeys(OTHER), clock).is_proven(token, 600, *VIEW)


@given(token=st.text(max_size=LONGEST_TOKEN), view=st.lists(st.text(), max_size=4))
def test_no_other_text_is_a_token(token: str, view: list[str]) -> None:
    assert not Renderings(SigningKeys(KEY), Clock()).is_proven(token, 600, *view)


def test_parts_of_a_view_cannot_change_places(clock: Clock) -> None:
    renderings = Renderings(SigningKeys(KEY), clock)

    assert not renderings.is_proven(renderings.prove("a", "b\0c"), 600, "a\0b", "c")
