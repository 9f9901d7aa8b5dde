"""HTTP API of billing, and the payment provider's webhook."""

from billing.web.direct_debit import direct_debit
from billing.web.discounts import discounts
from billing.web.finance import finance
from billing.web.invitation_rewards import invitation_rewards
from billing.web.invoices import invoices
from billing.web.marketing_codes import marketing_codes
from billing.web.payments import payments
from billing.web.saved_methods import saved_methods
from billing.web.shop import shop
from billing.web.spending import spending
from billing.web.transactions import transactions
from billing.web.withdrawal import withdrawal

BLUEPRINTS = [
    shop,
    payments,
    transactions,
    discounts,
    finance,
    invitation_rewards,
    invoices,
    marketing_codes,
    spending,
    saved_methods,
    direct_debit,
    withdrawal,
]
