"""What browsers ask billing, and what the payment provider tells it."""

from billing.web.discounts import discounts
from billing.web.payments import payments
from billing.web.shop import shop
from billing.web.spending import spending
from billing.web.transactions import transactions

BLUEPRINTS = [shop, payments, transactions, discounts, spending]
