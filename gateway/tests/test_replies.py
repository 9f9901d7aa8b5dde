"""The gateway's own answers are those of the app."""

from runner.paths import ROOT

from gateway.replies import ENGLISH, texts

LOCALES = ROOT / "webapp" / "src" / "locales"


def test_the_english_at_hand_is_that_of_the_app() -> None:
    assert texts(LOCALES, "en") == ENGLISH


def test_a_language_without_files_is_answered_in_english() -> None:
    assert texts(LOCALES, "xx") == ENGLISH
