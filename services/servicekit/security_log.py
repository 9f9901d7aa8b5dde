"""Security events: one JSON line each, in one shape, so that a search or an alert needs no parser of its own.

Every event has `log="security"`, an `action`, an `outcome`, and where they are known `member_id` (the account it is
about), `actor_id` (the person who did it, when that is somebody else), `site`, `source` (a keyed hash of the network
address, see `servicekit.web.source`), `reason` (an error code) and `target_id`. Ids only: no address, name or text.
docs/security-events.md lists the actions.
"""

from enum import StrEnum
from uuid import UUID

from servicekit.logs import logger


class Outcome(StrEnum):
    ALLOWED = "allowed"
    REFUSED = "refused"


def log_security_event(
    action: str,
    outcome: Outcome = Outcome.ALLOWED,
    *,
    member_id: UUID | str | None = None,
    actor_id: UUID | str | None = None,
    site: str | None = None,
    source: str | None = None,
    reason: str | None = None,
    target_id: UUID | str | None = None,
) -> None:
    """Log one security event. `action` is `<thing>.<verb>`, for example `session.open` or `second_factor.remove`."""
    given = {
        "member_id": member_id,
        "actor_id": actor_id,
        "site": site,
        "source": source,
        "reason": reason,
        "target_id": target_id,
    }
    fields = {name: str(value) for name, value in given.items() if value is not None}
    logger().info("security_event", log="security", action=action, outcome=outcome.value, **fields)
