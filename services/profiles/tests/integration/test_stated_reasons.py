"""Reasons of the desk have words; looks without a case are looked through by a colleague."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from shared.kit.http import Input
from shared.kit.testing.web import Browser

from profiles.moderation.domain.read_conversation import ConversationPage
from profiles.moderation.domain.stated_reason import checked_reason
from profiles.moderation.errors import ReasonTooShort
from profiles.tests.desk import REASON, OpenDesk, complaint, looks, open_member
from profiles.tests.integration.test_client_keys import models
from profiles.tests.makers import Town
from profiles.wiring import Wiring

WORDLESS = (
    ".",
    "\u200b",
    "x" * 12,
    "ok",
    "a b c d e f g h",
    "aaaa aaaa",
    "1234 5678 9012",
    "\u3164\u3164\u3164\u3164 \u3164\u3164\u3164\u3164",
    "as\u200bas asas",
    "\u2060".join("because"),
)
# Written by members, or by nobody.
OF_OTHERS = {"ComplaintIn", "AppealIn", "ReportWords", "SearchQuery"}


class Chat:
    def __init__(self, partner: UUID) -> None:
        self._partner = partner

    def read(self, member_id: UUID, conversation_id: UUID, before_seq: int | None) -> ConversationPage:
        return ConversationPage(self._partner, [], None)


@pytest.mark.parametrize("text", WORDLESS)
def test_a_reason_without_words_is_refused(text: str) -> None:
    with pytest.raises(ReasonTooShort):
        checked_reason(text)


@pytest.mark.parametrize("text", ["A telephone call", "Wyłudzenie pieniędzy", "  Anfrage der Polizei, Fall 7 "])
def test_a_reason_in_words_is_taken(text: str) -> None:
    assert checked_reason(text) == text.strip()


def test_every_action_of_the_desk_that_records_words_checks_them() -> None:
    """The class: each text field named a reason or facts, of each body of the desk."""
    fields = [
        (model, name)
        for model in models()
        for name, field in model.model_fields.items()
        if name in ("reason", "facts") and model.__name__ not in OF_OTHERS and str in _kinds(field.annotation)
    ]

    assert {model.__name__ for model, _ in fields} >= {
        *("OpenMember", "FindMembers", "ReadConversation", "TakeMeasure", "DecideComplaint", "DecideCases"),
        *("ConfirmDecision", "BlockPicture"),
    }
    for model, name in fields:
        assert any("checked_reason" in repr(each) for each in _metadata(model, name)), (model, name)


def _kinds(annotation: Any) -> tuple[Any, ...]:
    kinds = getattr(annotation, "__args__", None)
    return tuple(found for each in kinds for found in _kinds(each)) if kinds else (annotation,)


def _metadata(model: type[Input], name: str) -> list[Any]:
    field = model.model_fields[name]
    parts = getattr(field.annotation, "__args__", ())
    return [*field.metadata, *(each for part in parts for each in getattr(part, "__metadata__", ()))]


def test_looks_without_a_case_are_looked_through_by_another_person(
    at_desk: OpenDesk, town: Town, wired: Wiring, monkeypatch: pytest.MonkeyPatch, ann: UUID, bo: UUID
) -> None:
    monkeypatch.setitem(wired.__dict__, "evidence", Chat(bo))
    first, second = town.woman(name="Mo"), town.woman(name="Mia")
    mo, mia = at_desk(first), at_desk(second)
    reading = {"conversation_id": str(uuid4()), "reason": REASON}
    open_member(mo, ann)
    assert mo.post("/api/staff-conversation.php", {"member_id": str(ann), **reading}).status_code == 200
    open_member(mo, bo, {"case_id": str(complaint(town, bo))})
    assert mo.post("/api/staff-conversation.php", {"member_id": str(bo), **reading}).status_code == 200

    listed = mia.get("/api/staff-reads.php").json
    seen = [(look["action"], look["actor_id"], look["member_id"], look["reason"]) for look in listed["looks"]]
    assert seen == [(what, str(first), str(ann), REASON) for what in ("open_member", "read_conversation")]
    assert mo.get("/api/staff-reads.php").json == {"looks": [], "waiting": 0}

    marks = {"looks": [look["id"] for look in listed["looks"]]}
    assert mo.post("/api/staff-reads.php", marks).json == {"marked": 0}
    assert [mia.post("/api/staff-reads.php", marks).json["marked"] for _ in range(2)] == [2, 0]
    assert mia.get("/api/staff-reads.php").json["waiting"] == 0
    assert town.rows("SELECT DISTINCT reviewer_id FROM read_reviews") == [(second,)]


@pytest.mark.parametrize("body", [{}, {"looks": []}, {"looks": [0]}, {"looks": ["1"]}, {"looks": [1] * 201}])
def test_bad_marks_are_refused(desk: Browser, body: dict[str, Any]) -> None:
    assert desk.post("/api/staff-reads.php", body).status_code == 422


def test_a_search_by_name_is_one_record_with_its_count(desk: Browser, town: Town, mo: UUID) -> None:
    for _ in range(3):
        town.woman(name="Zofia")

    desk.post("/api/staff-find.php", {"by": "name", "text": "zofia", "reason": REASON})

    assert looks(town, "find_member") == [(mo, None, None, REASON)]
    assert town.rows("SELECT found FROM staff_actions") == [(3,)]
