"""Conditions of the desk's rules."""

import time
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from profiles.moderation.domain.rules import (
    LONGEST_PATTERN,
    MOST_WORDS,
    Circumstances,
    Conditions,
    Content,
    ContentKind,
    PatternRefused,
    Report,
    compiled,
    contents_of_report,
)

NOW = datetime(2026, 11, 28, 12, tzinfo=UTC)


def found(text: str, known: Circumstances | None = None, **asked: Any) -> tuple[str, ...] | None:
    conditions = Conditions(frozenset({ContentKind.PROFILE}), **asked)
    new = Circumstances(NOW, joined_at=NOW - timedelta(hours=1))
    return conditions.found_in([Content(ContentKind.PROFILE, text)], known or new)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("I trade CRYPTO.", "crypto"),
        ("crуpto", "crypto"),
        ("ｃｒｙｐｔｏ", "crypto"),
        ("cryp\u200bto", "crypto"),
        ("Überweisung", "uberweisung"),
        ("wire  me,\nmoney", "wire me money"),
        ("Деньги", "деньги"),
        ("crypto", "CRYPTO"),
    ],
)
def test_words_are_found_in_every_spelling(text: str, word: str) -> None:
    assert found(text, words=(word,)) == (word,)


@pytest.mark.parametrize("text", ["cryptography", "crypt o", "", "me money wire"])
def test_words_are_whole_and_in_order(text: str) -> None:
    assert found(text, words=("crypto", "wire me money")) is None


def test_a_pattern_reads_the_text_as_it_looks() -> None:
    assert found("Call mе at 0151 2345", pattern=r"\bme\b.*\d{4}") == ("me at 0151 2345",)
    assert found("1.000 €", pattern=r"\d €") == ("0 €",)
    assert found("Ärger", pattern="^ä") == ("a",)


def test_words_and_pattern_are_in_one_text() -> None:
    conditions = Conditions(frozenset({ContentKind.MESSAGE}), words=("crypto",), pattern=r"\d{3}")
    known = Circumstances(NOW, NOW)
    apart = [Content(ContentKind.MESSAGE, each) for each in ("crypto", "123")]
    assert conditions.found_in(apart, known) is None
    assert conditions.found_in([Content(ContentKind.MESSAGE, "crypto 123")], known) == ("crypto", "123")


def test_all_conditions_hold() -> None:
    old = Circumstances(NOW, joined_at=NOW - timedelta(days=3))
    assert found("crypto", old, words=("crypto",), younger_than_days=3) is None
    assert found("crypto", old, words=("crypto",), younger_than_days=4) == ("crypto",)
    assert found("", old, younger_than_days=4) == ()
    assert Conditions(frozenset({ContentKind.MESSAGE}), younger_than_days=4).found_in([], old) is None


def test_reports_are_counted_by_member_within_days() -> None:
    one, other = uuid4(), uuid4()
    reports = [Report(one, NOW), Report(one, NOW - timedelta(days=1)), Report(other, NOW - timedelta(days=6))]
    known = Circumstances(NOW, NOW - timedelta(days=400), reports)
    assert found("", known, reports=2, reports_days=7) == ()
    assert found("", known, reports=2, reports_days=6) is None
    assert found("", known, reports=3, reports_days=7) is None
    # A report that came later is not counted for an earlier content.
    earlier = Circumstances(NOW - timedelta(hours=1), NOW, reports)
    assert (earlier.reporters(7), earlier.reporters(0)) == (2, 0)


def test_a_report_has_the_messages_of_the_reported_member() -> None:
    member = uuid4()
    evidence: list[dict[str, Any]] = [
        {"sender_id": str(member), "text": "shown"},
        {"sender_id": str(member), "text": "near it", "around": True},
        {"sender_id": str(uuid4()), "text": "of the reporter"},
        {"sender_id": str(member), "text": ""},
        {"sender_id": str(member), "text": "video, ended, 35 s", "kind": "call"},
    ]
    read = contents_of_report(member, evidence, "about me")
    assert [(each.kind, each.text) for each in read] == [("profile", "about me"), ("message", "shown")]


@pytest.mark.parametrize("pattern", ["(", "[a", r"(a)\1", "(?=a)", "(?:a{1,999}){1,999}", "a{9999}"])
def test_patterns_that_could_take_long_are_refused(pattern: str) -> None:
    with pytest.raises(PatternRefused):
        compiled(pattern)


def test_hostile_patterns_and_long_lists_take_linear_time() -> None:
    """Processor time, far above the usual few milliseconds: backtracking would take years."""
    text = "a" * 100_000
    words = tuple(f"word {number} of a long list" for number in range(MOST_WORDS))
    hostile = ("(a+)+b", "(a|aa)*$b", "(?:a?){50}a{50}b", f"{'(' * 60}a{')*' * 60}b"[:LONGEST_PATTERN])
    began = time.process_time()
    for pattern in hostile:
        found(text, pattern=pattern)
    for _ in range(50):
        found(text, words=words)
    assert time.process_time() - began < 10
