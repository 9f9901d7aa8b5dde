"""Over our copies the rules of visibility are those of profiles."""

import json
from pathlib import Path
from uuid import uuid4

from chat.domain.message import Draft
from chat.wiring import Wiring
from servicekit.storage import Database

RULES = Path(__file__).resolve().parents[4] / "tests" / "contracts" / "visibility.json"


def test_the_rules_are_those_every_service_follows(wired: Wiring, database: Database) -> None:
    for case in json.loads(RULES.read_text()):
        ann, bo = uuid4(), uuid4()
        with wired.unit_of_work() as uow:
            uow.members.sign_up(bo, "Bo", 1)
            uow.members.show(bo, is_invisible=case.get("invisible", False), is_hidden=case.get("hidden", False))
            if case.get("deleted"):
                uow.members.delete(bo)
            if case.get("conversation"):
                uow.sends.take_place(Draft(uuid4(), ann, bo, "hello"))
            if case.get("they_block"):
                uow.members.block(bo, ann)
            if case.get("i_block"):
                uow.members.block(ann, bo)

            assert uow.members.is_visible(ann, bo) == case["is_shown"], case["why"]
