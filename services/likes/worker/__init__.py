"""What likes hears, and what it does by the clock."""

from typing import Any

from holdings import erasing
from holdings.deliver import delivering
from holdings.retain import retention_jobs
from pairwise.chat.v1.events_pb2 import ConversationStarted
from pairwise.identity.v1.events_pb2 import (
    ExportRequested,
    MemberDeleted,
    MemberErased,
    MemberReactivated,
    SessionRevoked,
)
from pairwise.likes.v1.events_pb2 import MemberDataErased
from pairwise.profiles.v1.events_pb2 import MemberBlocked, MemberUnblocked, VisibilityChanged
from servicekit.worker import Consumer, Job
from servicekit.worker.own_stream import OwnStream
from servicekit.worker.revocations import on_session_revoked

from likes.clients.identity import deliveries_of
from likes.storage.holdings import HOLDINGS
from likes.wiring import Wiring
from likes.worker.on_conversation_started import on_conversation_started
from likes.worker.on_member_blocked import on_member_blocked
from likes.worker.on_member_deleted import on_member_deleted
from likes.worker.on_member_erased import stay_away
from likes.worker.on_member_reactivated import on_member_reactivated
from likes.worker.on_member_unblocked import on_member_unblocked
from likes.worker.on_visibility_changed import on_visibility_changed


def consumers(wiring: Wiring) -> list[Consumer[Any, Any]]:
    return [
        Consumer(MemberBlocked, on_member_blocked),
        Consumer(MemberUnblocked, on_member_unblocked),
        Consumer(VisibilityChanged, on_visibility_changed),
        Consumer(ConversationStarted, on_conversation_started),
        Consumer(MemberDeleted, on_member_deleted),
        Consumer(MemberReactivated, on_member_reactivated),
        Consumer(MemberErased, erasing(HOLDINGS, MemberDataErased, after=stay_away)),
        Consumer(ExportRequested, delivering("likes", HOLDINGS, deliveries_of(wiring.settings))),
        Consumer(SessionRevoked, on_session_revoked),
    ]


def jobs(wiring: Wiring) -> list[Job]:
    return retention_jobs(wiring.unit_of_work, HOLDINGS, OwnStream(wiring.settings))
