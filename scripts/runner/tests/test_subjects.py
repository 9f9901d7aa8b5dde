"""Subjects of commits that the hook takes and refuses."""

import pytest
from runner.testing.subjects import faults


@pytest.mark.parametrize(
    "subject",
    [
        "chat: return 503 at once when over capacity",
        "webapp, lander: keep the campaign after a yes",
        "kit: address each replica by name",
        "feed: embed the cursor",
        "docs: pass",
        'Revert "chat: drop the group"',
        "Merge branch 'lanes'",
        "fixup! chat: drop the group",
    ],
)
def test_a_good_subject_is_taken(subject: str) -> None:
    assert list(faults(subject)) == []


@pytest.mark.parametrize(
    "subject",
    [
        "kit: what NATS calls it",
        "docs: the start in a faster hour",
        "chat: returns 503",
        "chat: returned 503",
        "chat: returning 503",
        "chat: Return 503",
        "chat: return 503.",
        "return 503",
        "Chat: return 503",
        f"chat: return {'5' * 60}",
        "",
    ],
)
def test_a_bad_subject_is_refused(subject: str) -> None:
    assert list(faults(subject)) != []
