"""What chat hears, and what it does by the clock."""

from functools import partial
from typing import Any

from holdings import erasing
from holdings.deliver import delivering
from holdings.retain import retention_jobs
from pairwise.billing.v1.events_pb2 import BecamePremium, CreditsChanged
from pairwise.chat.v1.events_pb2 import MemberDataErased
from pairwise.identity.v1.events_pb2 import (
    ExportRequested,
    MemberConfirmed,
    MemberDeleted,
    MemberErased,
    MemberReactivated,
    MemberSignedUp,
    SessionRevoked,
)
from pairwise.likes.v1.events_pb2 import LikeGiven, MatchMade
from pairwise.profiles.v1.events_pb2 import MemberBlocked, MemberUnblocked, ProfileChanged, VisibilityChanged
from pictures import clear_loose_media
from servicekit.worker import Consumer, Job
from servicekit.worker.own_stream import OwnStream
from servicekit.worker.revocations import on_session_revoked

from chat.clients.identity import deliveries_of
from chat.storage.holdings import HOLDINGS
from chat.usecases.follow_standings import follow_standings
from chat.usecases.post_greetings import post_greetings
from chat.wiring import Wiring
from chat.worker.on_became_premium import on_became_premium
from chat.worker.on_credits_changed import on_credits_changed
from chat.worker.on_like_given import on_likes_given
from chat.worker.on_match_made import on_match_made
from chat.worker.on_member_blocked import on_member_blocked
from chat.worker.on_member_confirmed import on_member_confirmed
from chat.worker.on_member_deleted import on_member_deleted
from chat.worker.on_member_erased import before_erasing, leave_a_name_plate
from chat.worker.on_member_reactivated import on_member_reactivated
from chat.worker.on_member_signed_up import on_member_signed_up
from chat.worker.on_member_unblocked import on_member_unblocked
from chat.worker.on_profile_changed import on_profile_changed
from chat.worker.on_visibility_changed import on_visibility_changed
from chat.worker.photos_of import photos_of


def consumers(wiring: Wiring) -> list[Consumer[Any, Any]]:
    return [
        Consumer(MemberSignedUp, on_member_signed_up(wiring.sites)),
        Consumer(MemberConfirmed, on_member_confirmed),
        Consumer(MemberDeleted, on_member_deleted),
        Consumer(MemberReactivated, on_member_reactivated),
        Consumer(MemberErased, erasing(HOLDINGS, MemberDataErased, before=before_erasing, after=leave_a_name_plate)),
        Consumer(ExportRequested, delivering("chat", HOLDINGS, deliveries_of(wiring.settings), photos_of(wiring))),
        Consumer(SessionRevoked, on_session_revoked),
        Consumer(ProfileChanged, on_profile_changed),
        Consumer(MemberBlocked, on_member_blocked),
        Consumer(MemberUnblocked, on_member_unblocked),
        Consumer(VisibilityChanged, on_visibility_changed),
        Consumer.of_many(LikeGiven, on_likes_given),
        Consumer(MatchMade, on_match_made),
        Consumer.of_many(CreditsChanged, on_credits_changed),
        Consumer(BecamePremium, on_became_premium),
    ]


def jobs(wiring: Wiring) -> list[Job]:
    greet = partial(post_greetings, wiring.unit_of_work, wiring.greetings, wiring.billing, wiring.sites)
    return [
        Job("post_greetings", 2, greet),
        Job("follow_standings", 1, partial(follow_standings, wiring.unit_of_work)),
        Job("clear_loose_media", 60, partial(clear_loose_media, wiring.unit_of_work, wiring.media)),
        *retention_jobs(wiring.unit_of_work, HOLDINGS, OwnStream(wiring.settings)),
    ]
