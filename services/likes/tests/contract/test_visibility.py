"""The rules of visibility over the local projection are those of profiles."""

import json
from pathlib import Path
from uuid import uuid4

from likes.wiring import Wiring
from shared.kit.db import Database

RULES = Path(__file__).resolve().parents[4] / "tests" / "contracts" / "visibility.json"


def test_the_rules_are_those_of_every_service(wired: Wiring, database: Database) -> None:
    """One viewer for all cases: a query over many members applies to each the rows of that member."""
    cases, ann = json.loads(RULES.read_text()), uuid4()
    others = [uuid4() for _ in cases]
    with wired.unit_of_work() as uow:
        for case, bo in zip(cases, others, strict=True):
            uow.likes.add(bo, ann)
            uow.visibility.set_restrictions(
                bo, is_invisible=case.get("invisible", False), is_hidden=case.get("hidden", False)
            )
            if case.get("deleted"):
                uow.visibility.mark_deleted(bo)
            if case.get("conversation"):
                uow.visibility.add_acquaintance(ann, bo)
            if case.get("they_block"):
                uow.visibility.block(bo, ann)
            if case.get("i_block"):
                uow.visibility.block(ann, bo)
            if case.get("they_know"):
                uow.visibility.hide_contact(bo, ann, hidden=True)
            if case.get("i_know"):
                uow.visibility.hide_contact(ann, bo, hidden=True)

        received = {like.member_id for like in uow.lists.received_by(ann)}
        one_by_one = [uow.visibility.is_visible(bo, ann) for bo in others]
        count = uow.lists.counts(ann).received

    shown = [case["is_shown"] for case in cases]
    assert [bo in received for bo in others] == shown
    assert one_by_one == shown
    assert count == sum(shown)
