"""Security events of billing: what operators do about money. docs/security-events.md lists what each action means."""

from servicekit.security_log import SecurityAction


class Action(SecurityAction):
    PURCHASE_RESTORE = "purchase.restore"
    DISCOUNT_CODE_MAKE = "discount_code.make"
    DISCOUNT_CODE_END = "discount_code.end"
    AUDIT_ACKNOWLEDGE = "audit.acknowledge"
