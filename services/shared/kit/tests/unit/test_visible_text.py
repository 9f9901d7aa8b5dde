import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from shared.kit.core.visible_text import BLANKS, MOST_MARKS, has_visible_text, tame
from shared.kit.http.endpoints import Input

DRAWN = {
    "a word": "hi",
    "a sign": "?",
    "a digit": "1",
    "an emoji": "❤️",
    "a family, joined": "👨‍👩‍👧",
    "a flag": "🇳🇱",
    "a flag of tags": "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "a keycap": "1\ufe0f\u20e3",
    "an emoji newer than Python": "\U0001fae8",
    "vocalised Arabic": "مَرْحَبًا",
    "Hebrew with cantillation": "בְּרֵאשִׁ֖ית",
    "Devanagari": "नमस्ते",
    "decomposed Vietnamese": unicodedata.normalize("NFD", "Việt"),
    "Persian with a joiner": "می\u200cخواهم",
    "right to left with marks": "\u200fשלום (PDF)\u200e",
}
NOT_DRAWN = {
    "a variation selector": "\ufe0f",
    "an accent": "\u0301",
    "a keycap without a key": "\ufe0f\u20e3",
    "a space of no width": "\u200b",
    "tags": "\U000e0061\U000e007f",
    "Hangul fillers": "\u115f\u1160\u3164\uffa0",
    "an empty Braille sign": "\u2800",
    "a soft hyphen": "\u00ad",
    "direction alone": "\u202e\u2066\u200f",
    "a grapheme joiner": "\u034f",
    "a notehead without a head": "\U0001d159",
    "a line": "\u2028",
    "all of it": "\u200b \ufe0f\u0301\u3164\n\u2800",
}


class Body(Input):
    text: str = ""
    texts: list[str] = []  # noqa: RUF012
    named: dict[str, str] = {}  # noqa: RUF012
    password: str = ""


@pytest.mark.parametrize("text", DRAWN.values(), ids=DRAWN)
def test_what_draws_is_taken_as_it_is(text: str) -> None:
    assert has_visible_text(text)
    assert tame(text) == text
    assert Body(text=text, texts=[text]).text == text


@pytest.mark.parametrize("text", NOT_DRAWN.values(), ids=NOT_DRAWN)
def test_what_draws_nothing_is_refused_in_every_request(text: str) -> None:
    assert not has_visible_text(text)
    if text.strip():
        for fields in ({"text": f" {text}"}, {"texts": ["a", text]}, {"named": {"en": text}}):
            with pytest.raises(ValidationError):
                Body.model_validate(fields)


def test_a_text_that_draws_over_others_is_tamed_in_every_request_and_a_password_kept() -> None:
    wild = "a\u202eb" + "\u0301" * 50
    told = Body(text=wild, texts=[wild], named={"en": wild}, password=wild)
    assert [told.text, *told.texts, *told.named.values()] == ["ab" + "\u0301" * MOST_MARKS] * 3
    assert told.password == wild


@given(
    st.text(
        st.characters(categories=["Cc", "Cf", "Cs", "Co", "Mn", "Me", "Mc", "Zs", "Zl", "Zp"])
        | st.sampled_from([*BLANKS])
    )
)
def test_no_mixture_of_invisible_characters_draws(text: str) -> None:
    assert not has_visible_text(text)


@given(st.text(), st.characters(categories=["L", "N", "P", "S"], exclude_characters=BLANKS), st.text())
def test_one_character_that_draws_is_enough(before: str, character: str, after: str) -> None:
    assert has_visible_text(before + character + after)


@given(st.text(st.sampled_from("az \u0301\u0336\u20dd\u200d\u200b\ufe0f\u202e\u2067"), max_size=80))
def test_no_character_bears_a_tower_and_no_control_turns_the_line(text: str) -> None:
    tamed = tame(text)

    assert not {*tamed} & {"\u202e", "\u2067"}
    for word in tamed.replace(" ", "a").replace("z", "a").split("a"):
        assert sum(unicodedata.category(each) in {"Mn", "Me"} for each in word) <= MOST_MARKS
    assert [each for each in tamed if each in "az "] == [each for each in text if each in "az "]


def test_a_tower_of_marks_keeps_a_few() -> None:
    assert tame("z" + "\u0301" * 900) == "z" + "\u0301" * MOST_MARKS
