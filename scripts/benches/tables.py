"""The plans of all hot statements over big tables: messages, feed, transfers and entries of a given size.

Rows are made by the database. Then members send, read, react, search, pay and look at their payments by the use cases
and views of the services; the server writes the plan of every statement, also inside of functions, into its log
(auto_explain). A plan that reads a big table as a whole, or more rows of it than a page needs, ends the bench with
an error. What a step reads does not grow with the tables: compare two sizes.
"""

import asyncio
import json
import re
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

from billing.events.from_identity import erase_member as erase_from_billing
from billing.storage import BillingUnit
from billing.usecases.charge import charge
from chat.events.from_identity import erase_member as erase_from_chat
from chat.live.feed_reader import FeedReader
from chat.storage.data_inventory import messages_of
from pairwise.identity.v1.events_pb2 import MemberErased
from runner.backing_services import Server, postgres_server
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from shared.sites import SiteDirectory

from benches.report import Row
from benches.table_rows import A_CONVERSATION, fill_billing, fill_chat, wired_billing, wired_chat

SETTINGS = {
    "shared_preload_libraries": "auto_explain",
    "auto_explain.log_min_duration": "0",
    "auto_explain.log_analyze": "on",
    "auto_explain.log_buffers": "on",
    "auto_explain.log_timing": "off",
    "auto_explain.log_format": "json",
    "auto_explain.log_nested_statements": "on",
    "shared_buffers": "512MB",
    "max_wal_size": "4GB",
}
BIG = ("messages", "feed", "transfers", "entries", "participations", "conversations")
# Rows of big tables that one step of a member may read: two pages of a conversation and what is joined to them.
MOST_ROWS = 5_000
PLAN = re.compile(r"plan:\n((?:\t.*\n)+)")


@dataclass
class Reads:
    """What one step read of the big tables."""

    rows: float = 0
    pages: float = 0
    whole: list[str] = field(default_factory=list)


def measure(rows: int = 1_000_000) -> list[Row]:
    with postgres_server(durable=False, settings=SETTINGS) as server, tempfile.TemporaryDirectory() as folder:
        keys = KeyPair.make(Path(folder))
        found = {**_chat(server, keys, rows), **_billing(server, keys, rows)}
    if bad := {name: reads for name, reads in found.items() if reads.whole or reads.rows > MOST_ROWS}:
        raise SystemExit(f"plans that grow with the tables: {bad}")
    lines = [Row("rows in messages, feed and transfers each", rows, "rows")]
    for name, reads in found.items():
        lines.append(Row(f"{name}: rows read of big tables", reads.rows, "rows"))
        lines.append(Row(f"{name}: pages of all tables", reads.pages, "pages"))
    return lines


def _chat(server: Server, keys: KeyPair, rows: int) -> dict[str, Reads]:
    wiring, app = wired_chat(server, keys)
    ann, bo, conversation, newest = fill_chat(wiring.database, rows)
    browser = Browser(app, keys).as_member(ann)

    def done(answer: Any) -> None:
        if answer.status_code >= 300:
            raise RuntimeError(f"{answer.status_code}: {answer.get_data(as_text=True)}")

    def send(number: int, **more: Any) -> None:
        body = {"id": str(UUID(int=number)), "profile_id": str(bo), "text": "hello there", **more}
        done(browser.post("/api/chat.php", body))

    async def read_feed(cursor: int) -> None:
        reader = FeedReader(wiring.database, wiring.links)
        await reader.open()
        try:
            await reader.resume(ann, cursor)
            await reader.after(ann, cursor)
        finally:
            await reader.close()

    def export() -> None:
        with wiring.unit_of_work() as uow:
            messages_of(uow.session, bo)
            uow.photos.files_of(bo)
            uow.photos.sounds_of(bo)

    def erase() -> None:
        with wiring.unit_of_work() as uow:
            erase_from_chat(uow, MemberErased(member_id=str(bo)), wiring)
            uow.commit()

    steps: dict[str, Callable[[], object]] = {
        "a message": lambda: send(1 << 80),
        "the same message again": lambda: send(1 << 80),
        "a reply that quotes": lambda: send(2 << 80, reply_to=str(newest)),
        "the list of conversations": lambda: done(browser.get("/api/chats.php")),
        "a conversation": lambda: done(browser.get("/api/chat.php", profile=str(bo))),
        "older messages of it": lambda: done(browser.get("/api/chat.php", profile=str(bo), before=A_CONVERSATION // 2)),
        "reading it": lambda: done(
            browser.put("/api/chat.php", {"conversation_id": str(conversation), "read_seq": A_CONVERSATION})
        ),
        "a reaction": lambda: done(
            browser.put("/api/chat-reaction.php", {"message_id": str(newest), "reaction": "heart"})
        ),
        "a search for a conversation": lambda: done(browser.get("/api/chats-search.php", name="member 3")),
        "a search in a conversation": lambda: done(
            browser.get("/api/chat-search.php", conversation=str(conversation), words="hello")
        ),
        "a stream that opens": lambda: asyncio.run(read_feed(1)),
        "an export": export,
        "an erasure": erase,
    }
    return _watched(server, steps)


def _billing(server: Server, keys: KeyPair, rows: int) -> dict[str, Reads]:
    wiring, app = wired_billing(server, keys)
    ann, bo, transfer, partner = fill_billing(wiring.database, rows)
    browser = Browser(app, keys).as_member(ann)

    def done(answer: Any) -> None:
        if answer.status_code >= 300:
            raise RuntimeError(f"{answer.status_code}: {answer.get_data(as_text=True)}")

    def pay() -> None:
        unit = BillingUnit(wiring.database)
        charge(unit, SiteDirectory(), "pairwise", charge_id=UUID(int=3 << 80), member_id=ann, partner_id=bo)

    def erase() -> None:
        with wiring.unit_of_work() as uow:
            erase_from_billing(uow, MemberErased(member_id=str(bo)), wiring)
            uow.commit()

    steps: dict[str, Callable[[], object]] = {
        "a charge": pay,
        "the same charge again": pay,
        "the list of transactions": lambda: done(browser.get("/api/transactions.php")),
        "one transaction": lambda: done(browser.get("/api/transaction.php", id=str(transfer))),
        "what was spent on a member": lambda: done(browser.get("/api/spent.php", profile_id=str(partner))),
        "limits of spending": lambda: done(browser.get("/api/spending.php")),
        "an erasure in billing": erase,
    }
    return _watched(server, steps)


def _watched(server: Server, steps: dict[str, Callable[[], object]]) -> dict[str, Reads]:
    log, found = server.folder / "log", {}
    for name, step in steps.items():
        begins = log.stat().st_size
        step()
        with log.open() as lines:
            lines.seek(begins)
            found[name] = _reads(lines.read())
    return found


def _reads(log: str) -> Reads:
    reads = Reads()
    for text in PLAN.findall(log):
        plan = json.loads(text.replace("\n\t", "\n"))["Plan"]
        reads.pages += plan.get("Shared Hit Blocks", 0) + plan.get("Shared Read Blocks", 0)
        for node in _nodes(plan):
            if not str(node.get("Relation Name", "")).startswith(BIG):
                continue
            if node["Node Type"] == "Seq Scan":
                reads.whole.append(str(node["Relation Name"]))
            if "Scan" in node["Node Type"]:
                removed = node.get("Rows Removed by Filter", 0) + node.get("Rows Removed by Index Recheck", 0)
                reads.rows += (node["Actual Rows"] + removed) * node["Actual Loops"]
    return reads


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for child in plan.get("Plans", []):
        yield from _nodes(child)
