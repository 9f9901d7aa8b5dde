"""Security events of decisions; those of staff access are in `domain/staff_access.py`.

docs/security-events.md has the meaning of each action.
"""

from shared.kit.core import SecurityAction


class Action(SecurityAction):
    DECIDE = "moderation.decide"
    LAPSE = "moderation.lapse"
    HIDE_FOR_REVIEW = "moderation.hide_for_review"
