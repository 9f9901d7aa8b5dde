"""Acts of the support desk: recorded before they are carried out, by the service that owns the data, once for each key.

A retry with the same key is recorded once and asks the service again, for which the act is idempotent: so an act that
was recorded and not carried out, because a service did not answer, is completed by repeating it. The service knows the
act by an id made here: keys are made by clients, so two people may use the same one.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID

from shared.kit.core import NotFound, new_id
from shared.kit.db import once
from shared.kit.http import RateLimiter

from profiles.moderation.domain.moderation import Desk
from profiles.moderation.domain.staff_access import StaffAction, StaffRecord
from profiles.moderation.errors import AlreadyDecided, CaseRequired, NoResetAsked, OwnReset
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.check_impartial import check_impartial
from profiles.moderation.usecases.staff_access import record_action

# Acts that their service does not know by their key. A repeat carries them out again for so long: later the member may
# have come back, or set up new factors.
REPEATED = frozenset({StaffAction.CLOSE_ACCOUNT, StaffAction.CONFIRM_RESET})
REPEATED_WITHIN = timedelta(minutes=10)


def act_on_member(
    uow: ModerationUnit,
    desk: Desk,
    key: UUID,
    member_id: UUID,
    action: StaffAction,
    reason: str,
    details: dict[str, str],
    carry_out: Callable[[UUID], None],
    limiter: RateLimiter,
    site: str,
) -> None:
    """Record an act on a member that this person has open, then carry it out with the id of the act.

    Raises CaseRequired unless the member is open, OwnCase, NotFound for a member of another pool, RateLimited for
    credits beyond those of the day, and the refusal of the service.
    """

    def record() -> dict[str, str]:
        if action is StaffAction.GIVE_CREDITS:
            limiter.take_within(uow.session, "support_credits", {"member": desk.actor_id, "site": site})
        if action is StaffAction.CONFIRM_RESET:
            _check_asked(uow, desk, member_id)
        # An address is stored nowhere but with the account.
        noted = "".join(f" [{name} {value}]" for name, value in details.items() if name != "email")
        record_action(uow, StaffRecord(desk.actor_id, action, member_id, reason=reason + noted))
        return {"at": uow.now().isoformat(), "act_id": str(new_id())}

    with uow:
        if uow.profiles.pool(member_id) != desk.pool:
            raise NotFound()
        if uow.staff_actions.why_open(desk.actor_id, member_id, StaffAction.SUPPORT_OPEN) is None:
            raise CaseRequired()
        check_impartial(uow, desk, member_id)
        body = {"member": str(member_id), "reason": reason, **details}
        done = once(uow.session, actor=str(desk.actor_id), operation=action.value, key=key, body=body, do=record)
        if action in REPEATED and uow.now() > datetime.fromisoformat(done["at"]) + REPEATED_WITHIN:
            raise AlreadyDecided()
        uow.commit()
    carry_out(UUID(done["act_id"]))


def _check_asked(uow: ModerationUnit, desk: Desk, member_id: UUID) -> None:
    """Raise NoResetAsked unless a reset waits for this member, and OwnReset when only this person asked for it."""
    asked = [each for each in uow.staff_actions.waiting_resets(desk.pool) if each.member_id == member_id]
    if not asked:
        raise NoResetAsked()
    if all(each.actor_id in desk.own_ids for each in asked):
        raise OwnReset()
