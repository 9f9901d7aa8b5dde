"""Over our copies the rules of visibility are those of profiles."""

import json
from pathlib import Path
from uuid import uuid4

from likes.wiring import Wiring
from servicekit.storage import Database

RULES = Path(__file__).resolve().parents[4] / "tests" / "contracts" / "visibility.json"


def test_the_rules_are_those_every_service_follows(wired: Wiring, database: Database) -> None:
    for case in json.loads(RULES.read_text()):
        ann, bo = uuid4(), uuid4()
        with wired.unit_of_work() as uow:
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

            received = uow.likes.received_by(ann)

        assert [like.member_id for like in received] == ([bo] if case["is_shown"] else []), case["why"]
