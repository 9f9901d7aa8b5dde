import itertools

import pytest
from demo.replies import language_of, reply_to
from demo.words import words
from shared.languages import LOCALES


@pytest.mark.parametrize("language", LOCALES)
def test_every_language_has_thirty_fragments(language: str) -> None:
    fragments = [text for part in words(language)["about"].values() for text in part]

    assert len(set(fragments)) == len(fragments) >= 30


@pytest.mark.parametrize("language", LOCALES)
def test_every_language_has_enough_replies(language: str) -> None:
    replies = [text for kind, texts in words(language)["replies"].items() if kind != "triggers" for text in texts]

    assert len(set(replies)) == len(replies) >= (25 if language in ("nl", "en") else 8)


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("text", ["?", "ok", "weekend", "hi"])
def test_no_reply_comes_twice_in_a_row(language: str, text: str) -> None:
    said = [reply_to(text, language, turn, seed=7) for turn in range(30)]

    assert all(a != b for a, b in itertools.pairwise(said))


def test_a_question_about_plans_is_answered_as_such() -> None:
    assert reply_to("Coffee this weekend?", "en", 3, seed=1) in words("en")["replies"]["plans"]


def test_an_unknown_language_is_answered_in_english() -> None:
    assert reply_to("hm", "xx", 2, seed=1) in words("en")["replies"]["anything"]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Hi, how was your weekend?", "en"),
        ("Hallo, wie geht es dir? Wollen wir am Samstag spazieren gehen?", "de"),
        ("Hoi, hoe gaat het met je? Zin in koffie?", "nl"),
        ("Cześć, co u ciebie? Może kawa w sobotę?", "pl"),
        ("Salut, comment ça va ? On prend un café samedi ?", "fr"),
    ],
)
def test_the_answer_is_in_the_language_of_the_message(text: str, language: str) -> None:
    assert language_of([text], own="nl") == language
    assert language_of([text], own="en") == language


def test_a_text_that_tells_nothing_is_answered_in_the_own_language() -> None:
    assert language_of(["🌊", ""], own="sv") == "sv"
