"""What billing hears, and what it does by the clock."""

from typing import Any

from holdings import erasing
from holdings.deliver import delivering
from holdings.retain import retention_jobs
from pairwise.billing.v1.events_pb2 import MemberDataErased
from pairwise.chat.v1.events_pb2 import MessageSent, MessageUndelivered
from pairwise.identity.v1.events_pb2 import ExportRequested, MemberErased, MemberSignedUp, SessionRevoked
from servicekit.rpc import peer
from servicekit.worker import Consumer, Job
from servicekit.worker.own_stream import OwnStream
from servicekit.worker.revocations import on_session_revoked

from billing.clients.chat import ChatSends
from billing.clients.identity import deliveries_of
from billing.storage.holdings import HOLDINGS
from billing.usecases.audit_ledger import audit_ledger
from billing.usecases.measure import measure
from billing.usecases.reconcile import reconcile_nightly
from billing.usecases.save_methods import revoke_removed_methods
from billing.usecases.settle_charge import settle_overdue_charges
from billing.usecases.settle_payment import make_waiting_payments, settle_overdue_payments
from billing.usecases.withdraw import pay_refunds
from billing.wiring import Wiring
from billing.worker.on_member_signed_up import on_member_signed_up
from billing.worker.on_message_sent import on_messages_sent
from billing.worker.on_message_undelivered import on_message_undelivered

FIVE_MINUTES = 300


def consumers(wiring: Wiring) -> list[Consumer[Any, Any]]:
    return [
        Consumer(MemberSignedUp, on_member_signed_up(wiring.sites)),
        Consumer.of_many(MessageSent, on_messages_sent),
        Consumer(MessageUndelivered, on_message_undelivered),
        Consumer(MemberErased, erasing(HOLDINGS, MemberDataErased)),
        Consumer(ExportRequested, delivering("billing", HOLDINGS, deliveries_of(wiring.settings))),
        Consumer(SessionRevoked, on_session_revoked),
    ]


def jobs(wiring: Wiring) -> list[Job]:
    sends = ChatSends(peer(wiring.settings, "chat"))
    return [
        Job("settle_charges", 5, lambda: settle_overdue_charges(wiring.unit_of_work, sends)),
        Job("audit_ledger", FIVE_MINUTES, lambda: audit_ledger(wiring.unit_of_work)),
        Job("settle_payments", 5, lambda: settle_overdue_payments(wiring.unit_of_work, wiring.provider)),
        *retention_jobs(wiring.unit_of_work, HOLDINGS, OwnStream(wiring.settings)),
        Job(
            "make_payments",
            10,
            lambda: make_waiting_payments(
                wiring.unit_of_work, wiring.provider, wiring.sites, wiring.settings.public_url
            ),
        ),
        Job("pay_refunds", 5, lambda: pay_refunds(wiring.unit_of_work, wiring.provider)),
        Job("revoke_methods", 30, lambda: revoke_removed_methods(wiring.unit_of_work, wiring.provider)),
        Job("measure", 30, lambda: measure(wiring.unit_of_work())),
        Job("reconcile", 600, lambda: reconcile_nightly(wiring.unit_of_work, wiring.provider)),
    ]
