from typing import Any, get_args

import pytest
from profiles.domain.photo import RejectReason
from pydantic import ValidationError
from shared.sites import PhotoAction, PhotoClassifier
from shared.sites.classifier import RejectionReason

RULES: list[dict[str, Any]] = [
    {"label": "nude", "at_least": 0.9, "action": "reject", "reason": "nudity"},
    {"label": "nude", "at_least": 0.3, "action": "wait"},
    {"label": "person", "at_least": 0.6, "action": "show"},
]
GIVEN: dict[str, Any] = {"labels": ["person", "nude", "other"], "rules": RULES}


def document(**changes: Any) -> PhotoClassifier:
    return PhotoClassifier.model_validate({**GIVEN, **changes})


@pytest.mark.parametrize(
    ("person", "nude", "action", "label"),
    [
        (0.95, 0.01, PhotoAction.SHOW, "person"),
        (0.60, 0.0, PhotoAction.SHOW, "person"),
        (0.59, 0.0, PhotoAction.WAIT, "person"),  # no rule applies
        (0.95, 0.30, PhotoAction.WAIT, "nude"),
        (0.95, 0.90, PhotoAction.REJECT, "nude"),
        (0.0, 1.0, PhotoAction.REJECT, "nude"),
    ],
)
def test_the_most_severe_rule_that_applies_decides(person: float, nude: float, action: PhotoAction, label: str) -> None:
    verdict = document().judge({"person": person, "nude": nude, "other": 0.0})

    assert (verdict.action, verdict.label) == (action, label)
    assert verdict.reason == ("nudity" if action is PhotoAction.REJECT else None)


@pytest.mark.parametrize(
    "changes",
    [
        {"labels": []},
        {"labels": ["person", "person", "nude"]},
        {"labels": ["Person!", "nude", "person"]},
        {"rules": []},
        {"rules": [{"label": "cat", "at_least": 0.5, "action": "wait"}]},
        {"rules": [{"label": "nude", "at_least": 1.1, "action": "wait"}]},
        {"rules": [{"label": "nude", "at_least": -0.1, "action": "wait"}]},
        {"rules": [{"label": "nude", "at_least": float("nan"), "action": "wait"}]},
        {"rules": [{"label": "nude", "at_least": 0.5, "action": "ban"}]},
        {"rules": [{"label": "nude", "at_least": 0.5, "action": "reject"}]},
        {"rules": [{"label": "nude", "at_least": 0.5, "action": "reject", "reason": "illegal"}]},
        {"rules": [{"label": "nude", "at_least": 0.5, "action": "show", "reason": "nudity"}]},
        {"input": {"width": 0}},
        {"input": {"height": 5000}},
        {"input": {"std": [0, 1, 1]}},
        {"input": {"mean": [float("nan"), 0, 0]}},
        {"output": "argmax"},
        {"threshold": 0.5},
    ],
)
def test_a_document_that_does_not_fit_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        document(**changes)


def test_the_reasons_are_those_of_the_desk_but_the_illegal() -> None:
    assert set(get_args(RejectionReason)) == {reason.value for reason in RejectReason} - {"illegal"}
