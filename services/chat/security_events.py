"""Security events of chat. docs/security-events.md lists what each action means."""

from servicekit.security_log import SecurityAction


class Action(SecurityAction):
    VIEW_EVIDENCE = "staff.view_evidence"
