"""Security events of billing: actions of operators on money. docs/security-events.md explains each."""

from shared.kit.core import SecurityAction


class Action(SecurityAction):
    PURCHASE_RESTORE = "purchase.restore"
    DISCOUNT_CODE_MAKE = "discount_code.make"
    DISCOUNT_CODE_END = "discount_code.end"
    INVITATION_REWARD_PAY = "invitation_reward.pay"
    INVITATION_REWARD_REFUSE = "invitation_reward.refuse"
    FINANCE_EXPORT = "finance.export"
    FINANCE_VIEW_INVOICE = "finance.view_invoice"
    AUDIT_ACKNOWLEDGE = "audit.acknowledge"
