"""Visibility by the projections of chat is the visibility that profiles decides."""

import json
from pathlib import Path
from uuid import uuid4

from chat.domain.message import Draft
from chat.storage.tables import FeedRow
from chat.storage.visibility import is_visible
from chat.wiring import Wiring
from shared.kit.db import Database
from sqlalchemy import select

RULES = Path(__file__).resolve().parents[4] / "tests" / "contracts" / "visibility.json"


def test_the_rules_are_those_every_service_follows(wired: Wiring, database: Database) -> None:
    """One viewer for all: in a query over many members each is judged by their own rows."""
    cases, ann = json.loads(RULES.read_text()), uuid4()
    others = [uuid4() for _ in cases]
    with wired.unit_of_work() as uow:
        for place, (case, bo) in enumerate(zip(cases, others, strict=True), 1):
            uow.members.sign_up(bo, "Bo", 1)
            uow.members.show(
                bo, is_invisible=case.get("invisible", False), is_hidden=case.get("hidden", False), hides_reads=False
            )
            if case.get("deleted"):
                uow.members.delete(bo)
            if case.get("conversation"):
                uow.sends.reserve_slots([Draft(uuid4(), ann, bo, "hello")])
            if case.get("they_block"):
                uow.members.block(bo, ann)
            if case.get("i_block"):
                uow.members.block(ann, bo)
            if case.get("they_know"):
                uow.members.hide_contact(bo, ann, hidden=True)
            if case.get("i_know"):
                uow.members.hide_contact(ann, bo, hidden=True)
            uow.session.add(FeedRow(member_id=ann, position=place, kind="like", partner_id=bo, payload={}))

        one_by_one = [uow.members.is_visible(ann, bo) for bo in others]
        visible = select(FeedRow.partner_id).where(is_visible(FeedRow.member_id, FeedRow.partner_id))
        together = set(uow.session.scalars(visible))

    shown = [case["is_shown"] for case in cases]
    assert one_by_one == shown
    assert [bo in together for bo in others] == shown
