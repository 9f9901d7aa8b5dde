"""Billing's event consumers and scheduled jobs."""

from typing import Any

from shared.kit.core import before_scrape
from shared.kit.events import Consumer, Job, OwnStream, due
from shared.kit.grpc import peer
from shared.privacy.retain import retention_jobs

from billing.clients.chat import ChatSends
from billing.clients.identity import IdentityAccounts
from billing.events import from_chat, from_identity
from billing.storage.data_inventory import DATA_INVENTORY
from billing.storage.due import CHARGES, PAYMENTS_TO_ASK, PAYMENTS_TO_CREATE, REFUNDS
from billing.usecases.audit_ledger import audit_ledger
from billing.usecases.issue_invoices import issue_invoices
from billing.usecases.reconcile import reconcile_nightly
from billing.usecases.reward_invitations import pay_due_rewards
from billing.usecases.save_methods import revoke_removed_methods
from billing.usecases.settle_charge import settle_overdue_charges
from billing.usecases.settle_payment import create_waiting_payments, settle_overdue_payments
from billing.usecases.update_metrics import update_metrics
from billing.usecases.withdraw import pay_refunds
from billing.wiring import Wiring

FIVE_MINUTES = 300


def consumers(wiring: Wiring) -> list[Consumer[Any, Any]]:
    return [*from_identity.subscriptions.consumers(wiring), *from_chat.subscriptions.consumers(wiring)]


def jobs(wiring: Wiring) -> list[Job]:
    before_scrape("update_metrics", lambda: update_metrics(wiring.unit_of_work()))
    sends = ChatSends(peer(wiring.settings, "chat"))
    accounts = IdentityAccounts(peer(wiring.settings, "identity"))
    return [
        Job(
            "settle_charges",
            10,
            lambda: settle_overdue_charges(wiring.unit_of_work, sends),
            due_in=due(wiring.database, CHARGES),
        ),
        Job("audit_ledger", FIVE_MINUTES, lambda: audit_ledger(wiring.unit_of_work)),
        Job(
            "settle_payments",
            5,
            lambda: settle_overdue_payments(wiring.unit_of_work, wiring.providers),
            due_in=due(wiring.database, PAYMENTS_TO_ASK),
        ),
        *retention_jobs(wiring.unit_of_work, DATA_INVENTORY, OwnStream(wiring.settings)),
        Job(
            "create_payments",
            10,
            lambda: create_waiting_payments(wiring.unit_of_work, wiring.providers, wiring.sites),
            due_in=due(wiring.database, PAYMENTS_TO_CREATE),
        ),
        Job(
            "pay_refunds",
            5,
            lambda: pay_refunds(wiring.unit_of_work, wiring.providers),
            due_in=due(wiring.database, REFUNDS),
        ),
        Job("issue_invoices", 10, lambda: issue_invoices(wiring.unit_of_work, wiring.sites), repeats=True),
        Job("reward_invitations", 60, lambda: pay_due_rewards(wiring.unit_of_work, accounts, wiring.sites)),
        Job("revoke_methods", 30, lambda: revoke_removed_methods(wiring.unit_of_work, wiring.providers)),
        Job("reconcile", 600, lambda: reconcile_nightly(wiring.unit_of_work, wiring.providers, wiring.sites)),
    ]
