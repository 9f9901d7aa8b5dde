"""Signs of fraud and their points."""

from uuid import UUID, uuid4

import pytest

from profiles.moderation.domain.fraud_score import HIGHEST, WEIGHTS, FraudScore, Sign, signs_of
from profiles.moderation.domain.read_conversation import ConversationPage

ME = uuid4()


def page(*texts: str, by: UUID = ME, before_seq: int | None = None) -> ConversationPage:
    return ConversationPage(uuid4(), [{"sender_id": str(by), "text": each} for each in texts], before_seq)


def test_all_signs_together_are_the_highest_score() -> None:
    assert FraudScore(ME, tuple(Sign)).points == sum(WEIGHTS.values()) == HIGHEST
    assert FraudScore(ME, ()).points == 0


@pytest.mark.parametrize(
    ("pages", "found"),
    [
        ([page("Hello, how was your day at work?") for _ in range(3)], {Sign.SAME_TEXT}),
        ([page(text) for text in ("Hello,  HOW was your day?", "hello, how was your day?", "Hello, hоw was your day?")],
         {Sign.SAME_TEXT}),
        ([page("Hello, how was your day at work?") for _ in range(2)], set()),
        ([page("How are you?") for _ in range(3)], set()),
        ([page("Hello, how was your day at work?", by=uuid4()) for _ in range(3)], set()),
        ([page("Write me at ann@example.com")], {Sign.EARLY_CONTACT}),
        ([page("Write me at ann@example.com", before_seq=100)], set()),
        ([page(*["Hm"] * 5, "Write me at ann@example.com")], set()),
        ([page("I need help, send me money by Western Union")], {Sign.MONEY_WORDS}),
        ([page("Schick mir Geld", "Kannst du mir Geld leihen?")], {Sign.MONEY_WORDS}),
        ([page("Write me at ann@example.com, send me money", by=uuid4())], set()),
    ],
)  # fmt: skip
def test_signs_are_of_the_member_alone(pages: list[ConversationPage], found: set[Sign]) -> None:
    assert signs_of(ME, pages, (), 0) == found


def test_facts_of_calls_are_no_words_of_the_member() -> None:
    calls: list[dict[str, str | None]] = [{"sender_id": str(ME), "text": "video, ended, 1234 s", "kind": "call"}]
    pages = [ConversationPage(uuid4(), calls, None) for _ in range(3)]
    assert signs_of(ME, pages, (), 0) == set()


def test_reported_messages_and_reporters_are_signs() -> None:
    assert signs_of(ME, (), ["send me money by Western Union"], 3) == {Sign.MONEY_WORDS, Sign.REPORTS}
    assert signs_of(ME, (), ["Hello"], 2) == set()
