"""Security events: one JSON line each, in one shape, so that a search or an alert needs no parser of its own.

Every event has `log="security"`, an `action`, an `outcome`, and where they are known `member_id` (the account it is
about), `actor_id` (the person who did it, when that is somebody else), `operator` (the name an operator gave to a
command), `site`, `source` (a keyed hash of the network address, see `kit.http.sources`), `reason` (an error code)
and `target_id`. Ids only: no address, name or text of a member. Each service has its actions in an enumeration;
docs/security-events.md lists them all.
"""

from enum import StrEnum
from uuid import UUID

from shared.kit.core.logs import logger
from shared.kit.core.telemetry import security_events


class Outcome(StrEnum):
    ALLOWED = "allowed"
    REFUSED = "refused"


class SecurityAction(StrEnum):
    """An action is `<thing>.<verb>`, for example `session.open`. Services inherit and add theirs."""


class KitAction(SecurityAction):
    LIMIT_REACHED = "limit.reached"
    CALLER_REFUSE = "caller.refuse"
    KEY_ROTATE = "key.rotate"
    KEY_DROP = "key.drop"


def log_security_event(
    action: SecurityAction,
    outcome: Outcome = Outcome.ALLOWED,
    *,
    member_id: UUID | str | None = None,
    actor_id: UUID | str | None = None,
    operator: str | None = None,
    site: str | None = None,
    source: str | None = None,
    reason: str | None = None,
    target_id: UUID | str | None = None,
) -> None:
    """Log one security event."""
    given = {
        "member_id": member_id,
        "actor_id": actor_id,
        "operator": operator,
        "site": site,
        "source": source,
        "reason": reason,
        "target_id": target_id,
    }
    fields = {name: str(value) for name, value in given.items() if value is not None}
    security_events.labels(action.value, outcome.value).inc()
    logger().info("security_event", log="security", action=action.value, outcome=outcome.value, **fields)
