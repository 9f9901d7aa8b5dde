"""What notifications hears, and what it does by the clock."""

from typing import Any

from holdings import erasing
from holdings.deliver import delivering
from holdings.retain import retention_jobs
from pairwise.billing.v1.events_pb2 import (
    DirectDebitAnnounced,
    PaymentCompleted,
    PaymentFailed,
    PaymentReversed,
    WithdrawalReceived,
)
from pairwise.chat.v1.events_pb2 import ConversationRead, ConversationStarted, MessageSent
from pairwise.identity.v1.events_pb2 import (
    ConsentChanged,
    ExportRequested,
    MailRequested,
    MemberConfirmed,
    MemberDeleted,
    MemberErased,
    SessionRevoked,
)
from pairwise.likes.v1.events_pb2 import LikeGiven, LikeWithdrawn, MatchMade
from pairwise.notifications.v1.events_pb2 import MemberDataErased
from pairwise.profiles.v1.events_pb2 import (
    ComplaintDecided,
    ComplaintReceived,
    MemberBlocked,
    MemberModerated,
    PhotoApproved,
    PhotoRejected,
    ProfileChanged,
)
from servicekit.worker import Consumer, Job
from servicekit.worker.own_stream import OwnStream

from notifications.clients.identity import deliveries_of
from notifications.storage.holdings import HOLDINGS
from notifications.usecases.remind import mail_likes, mail_unread, mail_weekly, remind_of_unread
from notifications.usecases.send_mails import send_mails
from notifications.usecases.send_pushes import send_pushes
from notifications.wiring import Wiring
from notifications.worker.on_complaint import on_complaint_decided, on_complaint_received
from notifications.worker.on_consent_changed import on_consent_changed
from notifications.worker.on_conversation_read import on_conversation_read
from notifications.worker.on_conversation_started import on_conversation_started
from notifications.worker.on_direct_debit_announced import on_direct_debit_announced
from notifications.worker.on_like_given import on_likes_given
from notifications.worker.on_like_withdrawn import on_like_withdrawn
from notifications.worker.on_mail_requested import on_mail_requested
from notifications.worker.on_match_made import on_match_made
from notifications.worker.on_member_blocked import on_member_blocked
from notifications.worker.on_member_confirmed import on_member_confirmed
from notifications.worker.on_member_deleted import on_member_deleted
from notifications.worker.on_member_moderated import on_member_moderated
from notifications.worker.on_message_sent import on_messages_sent
from notifications.worker.on_payment_completed import on_payment_completed
from notifications.worker.on_payment_failed import on_payment_failed
from notifications.worker.on_payment_reversed import on_payment_reversed
from notifications.worker.on_photo_inspected import on_photo_approved, on_photo_rejected
from notifications.worker.on_profile_changed import on_profile_changed
from notifications.worker.on_session_ended import on_session_ended
from notifications.worker.on_withdrawal_received import on_withdrawal_received

A_MINUTE, AN_HOUR = 60, 3600


def consumers(wiring: Wiring) -> list[Consumer[Any, Any]]:
    return [
        Consumer(MailRequested, on_mail_requested),
        Consumer(MatchMade, on_match_made),
        Consumer.of_many(LikeGiven, on_likes_given),
        Consumer(LikeWithdrawn, on_like_withdrawn),
        Consumer(ConversationStarted, on_conversation_started),
        Consumer.of_many(MessageSent, on_messages_sent),
        Consumer(ConversationRead, on_conversation_read),
        Consumer(PaymentCompleted, on_payment_completed),
        Consumer(PaymentFailed, on_payment_failed),
        Consumer(PaymentReversed, on_payment_reversed),
        Consumer(WithdrawalReceived, on_withdrawal_received),
        Consumer(DirectDebitAnnounced, on_direct_debit_announced),
        Consumer(ProfileChanged, on_profile_changed),
        Consumer(MemberBlocked, on_member_blocked),
        Consumer(MemberModerated, on_member_moderated),
        Consumer(ComplaintReceived, on_complaint_received(wiring.seal)),
        Consumer(ComplaintDecided, on_complaint_decided(wiring.seal)),
        Consumer(PhotoRejected, on_photo_rejected),
        Consumer(PhotoApproved, on_photo_approved),
        Consumer(MemberConfirmed, on_member_confirmed),
        Consumer(MemberDeleted, on_member_deleted),
        Consumer(ConsentChanged, on_consent_changed),
        Consumer(MemberErased, erasing(HOLDINGS, MemberDataErased)),
        Consumer(ExportRequested, delivering("notifications", HOLDINGS, deliveries_of(wiring.settings))),
        Consumer(SessionRevoked, on_session_ended),
    ]


def jobs(wiring: Wiring) -> list[Job]:
    return [
        Job("send_mails", every_seconds=1, run=lambda: send_mails(wiring.mail_room())),
        Job("send_pushes", every_seconds=1, run=lambda: send_pushes(wiring.push_room())),
        Job("mail_unread", A_MINUTE, lambda: mail_unread(wiring.unit_of_work)),
        Job("mail_likes", A_MINUTE, lambda: mail_likes(wiring.unit_of_work)),
        Job("remind_of_unread", A_MINUTE, lambda: remind_of_unread(wiring.unit_of_work)),
        Job("mail_weekly", AN_HOUR, lambda: mail_weekly(wiring.unit_of_work)),
        *retention_jobs(wiring.unit_of_work, HOLDINGS, OwnStream(wiring.settings)),
    ]
