"""Over our copies the rules of visibility are those of profiles."""

import json
from pathlib import Path
from uuid import uuid4

from likes.wiring import Wiring
from servicekit.storage import Database

RULES = Path(__file__).resolve().parents[4] / "tests" / "contracts" / "visibility.json"


def test_the_rules_are_those_every_service_follows(wired: Wiring, database: Database) -> None:
    """One viewer for all: in a query over many members each is judged by their own rows."""
    cases, ann = json.loads(RULES.read_text()), uuid4()
    others = [uuid4() for _ in cases]
    with wired.unit_of_work() as uow:
        for case, bo in zip(cases, others, strict=True):
            uow.likes.add(bo, ann)
            uow.hidings.veil(bo, is_invisible=case.get("invisible", False), is_hidden=case.get("hidden", False))
            if case.get("deleted"):
                uow.hidings.depart(bo)
            if case.get("conversation"):
                uow.hidings.acquaint(ann, bo)
            if case.get("they_block"):
                uow.hidings.block(bo, ann)
            if case.get("i_block"):
                uow.hidings.block(ann, bo)

        received = {like.member_id for like in uow.likes.received_by(ann)}
        one_by_one = [uow.likes.is_shown(ann, bo) for bo in others]
        count = uow.likes.counts(ann).received

    shown = [case["is_shown"] for case in cases]
    assert [bo in received for bo in others] == shown
    assert one_by_one == shown
    assert count == sum(shown)
