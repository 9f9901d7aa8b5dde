"""Security events of profiles; those of the desk's reading are in `domain/staff_access.py`.

docs/security-events.md lists what each action means.
"""

from servicekit.security_log import SecurityAction


class Action(SecurityAction):
    PICTURE_ADD = "picture.add"
    DECIDE = "moderation.decide"
    HIDE_FOR_REVIEW = "moderation.hide_for_review"
