"""Requests to the queue of the desk, and cases for it."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from uuid import UUID, uuid4

from psycopg.types.json import Jsonb
from shared.kit.testing.web import Browser

from profiles.moderation.domain.moderation import Desk
from profiles.moderation.usecases.carry_out_decisions import carry_out_decisions
from profiles.moderation.usecases.photo_fingerprint import photo_fingerprint
from profiles.storage.seed import SeedPhoto
from profiles.tests.makers import THUMBHASH, Town
from profiles.wiring import Wiring

OpenDesk = Callable[[UUID], Browser]
REASON = "The police asked, case 7"
STATED: dict[str, Any] = {"reason": "fraud", "ground": "terms", "template": "money"}
# A moment later than any decision's undoing.
ALL_DUE = "UPDATE desk_decisions SET due_at = now() - interval '1 second'"


def complaint(town: Town, about: UUID | None, reason: str = "fraud", **more: Any) -> UUID:
    case = uuid4()
    values: dict[str, Any] = {
        "kind": "profile",
        "text": f"Wants money, {case}",
        "locale": "en",
        "site": "pairwise",
        "reporter": None,
        "evidence": [],
        "decision": None,
        **more,
    }
    town.run(
        "INSERT INTO complaints (id, kind, about_id, reporter_id, reason, text, locale, site, evidence, decision_id)"
        " VALUES (%(id)s, %(kind)s, %(about)s, %(reporter)s, %(reason)s, %(text)s, %(locale)s, %(site)s, %(evidence)s,"
        " %(decision)s)",
        **{**values, "id": case, "about": about, "reason": reason, "evidence": Jsonb(values["evidence"])},
    )
    return case


def open_member(desk: Browser, member: UUID, why: Mapping[str, Any] | None = None) -> Any:
    """Open a member for an hour, for this reason or case; without one, for REASON."""
    body = {"id": str(uuid4()), "member_id": str(member), **({"reason": REASON} if why is None else why)}
    return desk.post("/api/staff-access.php", body)


def looks(town: Town, action: str) -> list[tuple[Any, ...]]:
    """The records of an action of the desk: its actor, the member, and the case or reason."""
    return town.rows(
        "SELECT actor_id, member_id, case_id, reason FROM staff_actions WHERE action = %(action)s ORDER BY id",
        action=f"staff.{action}",
    )


def look_by_a_colleague(town: Town, member: UUID, actor: UUID | None = None) -> int:
    """A look without a case, by its id."""
    town.run(
        "INSERT INTO staff_actions (actor_id, action, member_id, reason)"
        " VALUES (%(actor)s, 'staff.open_member', %(member)s, 'A telephone call')",
        member=member,
        actor=actor or uuid4(),
    )
    return int(town.rows("SELECT max(id) FROM staff_actions")[0][0])


def waiting_photo(town: Town, fingerprint: bytes | None = None, **changes: Any) -> tuple[UUID, UUID]:
    member = town.woman(photos=(SeedPhoto("members/waiting", THUMBHASH),), **changes)
    town.run(
        # Photos that members upload have random ids.
        "UPDATE photos SET id = gen_random_uuid(), status = 'pending', fingerprint = %(hash)s WHERE member_id = %(id)s",
        id=member,
        hash=fingerprint,
    )
    return member, UUID(str(town.rows("SELECT id FROM photos WHERE member_id = %(id)s", id=member)[0][0]))


def queue(desk: Browser, **query: str) -> list[str]:
    return [each["id"] for each in desk.get("/api/staff-queue.php", **query).json["cases"]]


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, ((answer.json or {}).get("error") or {}).get("code", "")


def take(desk: Browser, case: UUID) -> tuple[int, str]:
    return code(desk.post("/api/staff-case.php", {"case_id": str(case)}))


def opened(desk: Browser, case: UUID) -> dict[str, Any]:
    answer = desk.post("/api/staff-case.php", {"case_id": str(case)})
    assert answer.status_code == 201
    assert answer.json is not None
    found: dict[str, Any] = answer.json
    return found


def decide(desk: Browser, case: UUID, measure: str, key: UUID | None = None, **more: Any) -> tuple[int, str]:
    body = {"id": str(key or uuid4()), "case_id": str(case), "measure": measure, **more}
    return code(desk.post("/api/staff-decision.php", body))


def undo(desk: Browser, key: UUID) -> tuple[int, str]:
    return code(desk.delete("/api/staff-decision.php", {"id": str(key)}))


def ten_seconds_later(town: Town, wired: Wiring) -> int:
    town.run(ALL_DUE)
    return carry_out(wired)


def carry_out(wired: Wiring) -> int:
    return carry_out_decisions(
        wired.unit_of_work,
        lambda actor, pool: Desk(actor, pool, wired.sites.of_pool(pool)),
        lambda desk: partial(photo_fingerprint, wired.reads, wired.media, desk),
    )
