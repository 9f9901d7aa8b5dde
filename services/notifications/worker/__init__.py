"""What notifications hears, and what it does by the clock."""

from typing import Any

from holdings import erasing, retention_jobs
from holdings.deliver import delivering
from pairwise.billing.v1.events_pb2 import DirectDebitAnnounced, PaymentCompleted, WithdrawalReceived
from pairwise.chat.v1.events_pb2 import ConversationStarted
from pairwise.identity.v1.events_pb2 import (
    ConsentChanged,
    ExportRequested,
    MailRequested,
    MemberDeleted,
    MemberErased,
    SessionRevoked,
)
from pairwise.likes.v1.events_pb2 import MatchMade
from pairwise.notifications.v1.events_pb2 import MemberDataErased
from pairwise.profiles.v1.events_pb2 import MemberBlocked, MemberModerated, ProfileChanged
from servicekit.worker import Consumer, Job
from servicekit.worker.revocations import on_session_revoked

from notifications.clients.identity import deliveries_of
from notifications.storage.holdings import HOLDINGS
from notifications.usecases.send_mails import send_mails
from notifications.wiring import Wiring
from notifications.worker.on_consent_changed import on_consent_changed
from notifications.worker.on_conversation_started import on_conversation_started
from notifications.worker.on_direct_debit_announced import on_direct_debit_announced
from notifications.worker.on_mail_requested import on_mail_requested
from notifications.worker.on_match_made import on_match_made
from notifications.worker.on_member_blocked import on_member_blocked
from notifications.worker.on_member_deleted import on_member_deleted
from notifications.worker.on_member_moderated import on_member_moderated
from notifications.worker.on_payment_completed import on_payment_completed
from notifications.worker.on_profile_changed import on_profile_changed
from notifications.worker.on_withdrawal_received import on_withdrawal_received


def consumers(wiring: Wiring) -> list[Consumer[Any, Any]]:
    return [
        Consumer(MailRequested, on_mail_requested),
        Consumer(MatchMade, on_match_made),
        Consumer(ConversationStarted, on_conversation_started),
        Consumer(PaymentCompleted, on_payment_completed),
        Consumer(WithdrawalReceived, on_withdrawal_received),
        Consumer(DirectDebitAnnounced, on_direct_debit_announced),
        Consumer(ProfileChanged, on_profile_changed),
        Consumer(MemberBlocked, on_member_blocked),
        Consumer(MemberModerated, on_member_moderated),
        Consumer(MemberDeleted, on_member_deleted),
        Consumer(ConsentChanged, on_consent_changed),
        Consumer(MemberErased, erasing(HOLDINGS, MemberDataErased)),
        Consumer(ExportRequested, delivering("notifications", HOLDINGS, deliveries_of(wiring.settings))),
        Consumer(SessionRevoked, on_session_revoked),
    ]


def jobs(wiring: Wiring) -> list[Job]:
    return [
        Job("send_mails", every_seconds=1, run=lambda: send_mails(wiring.mail_room())),
        *retention_jobs(wiring.unit_of_work, HOLDINGS),
    ]
