"""What profiles hears, and what it does by the clock."""

from typing import Any

from holdings import erasing
from holdings.deliver import delivering
from holdings.retain import retention_jobs
from pairwise.billing.v1.events_pb2 import BecamePremium
from pairwise.chat.v1.events_pb2 import ConversationStarted
from pairwise.identity.v1.events_pb2 import (
    ConsentChanged,
    ExportRequested,
    LanguageChanged,
    MemberDeleted,
    MemberErased,
    MemberReactivated,
    MemberSignedUp,
    SessionRevoked,
)
from pairwise.profiles.v1.events_pb2 import MemberDataErased
from pictures import clear_loose_media
from servicekit.worker import Consumer, Job
from servicekit.worker.own_stream import OwnStream
from servicekit.worker.revocations import on_session_revoked

from profiles.clients.identity import deliveries_of
from profiles.storage.holdings import HOLDINGS, SHORT_LIVED
from profiles.usecases.confirm_suspensions import confirm_suspensions
from profiles.usecases.forget_member import forget_member, give_up_files
from profiles.usecases.take_measure import lift_ended
from profiles.wiring import Wiring
from profiles.worker.on_became_premium import on_became_premium
from profiles.worker.on_consent_changed import on_consent_changed
from profiles.worker.on_conversation_started import on_conversation_started
from profiles.worker.on_language_changed import on_language_changed
from profiles.worker.on_member_deleted import on_member_deleted
from profiles.worker.on_member_reactivated import on_member_reactivated
from profiles.worker.on_member_signed_up import on_member_signed_up
from profiles.worker.photos_of import photos_of


def consumers(wiring: Wiring) -> list[Consumer[Any, Any]]:
    deliver = delivering("profiles", HOLDINGS, deliveries_of(wiring.settings), more=photos_of(wiring))
    return [
        Consumer(MemberSignedUp, on_member_signed_up(wiring.sites)),
        Consumer(MemberDeleted, on_member_deleted),
        Consumer(MemberReactivated, on_member_reactivated),
        Consumer(ConsentChanged, on_consent_changed),
        Consumer(MemberErased, erasing(HOLDINGS, MemberDataErased, before=give_up_files, after=forget_member)),
        Consumer(ExportRequested, deliver),
        Consumer(LanguageChanged, on_language_changed),
        Consumer(BecamePremium, on_became_premium),
        Consumer(ConversationStarted, on_conversation_started),
        Consumer(SessionRevoked, on_session_revoked),
    ]


def jobs(wiring: Wiring) -> list[Job]:
    def clear() -> None:
        clear_loose_media(wiring.unit_of_work, wiring.media)

    def confirm() -> None:
        confirm_suspensions(wiring.unit_of_work(), wiring.accounts)

    return [
        *retention_jobs(wiring.unit_of_work, HOLDINGS, OwnStream(wiring.settings), SHORT_LIVED),
        Job("lift_ended_sanctions", every_seconds=60, run=lambda: lift_ended(wiring.unit_of_work())),
        Job("confirm_suspensions", every_seconds=5, run=confirm),
        Job("clear_loose_media", every_seconds=60, run=clear),
    ]
