"""What identity hears, and what it does by the clock."""

from typing import Any

from pairwise.billing.v1.events_pb2 import BecamePremium, CreditsChanged
from pairwise.identity.v1.events_pb2 import RequestTaken, SessionRevoked
from pairwise.profiles.v1.events_pb2 import MemberModerated
from servicekit.worker import Consumer, Job
from servicekit.worker.revocations import on_session_revoked

from identity.wiring import Wiring
from identity.worker.on_became_premium import on_became_premium
from identity.worker.on_credits_changed import on_credits_changed
from identity.worker.on_member_moderated import on_member_moderated
from identity.worker.on_request_taken import on_request_taken


def consumers(wiring: Wiring) -> list[Consumer[Any, Any]]:
    return [
        Consumer(CreditsChanged, on_credits_changed, together=True),
        Consumer(BecamePremium, on_became_premium),
        Consumer(RequestTaken, on_request_taken(wiring.seal, wiring.sites)),
        Consumer(MemberModerated, on_member_moderated),
        Consumer(SessionRevoked, on_session_revoked),
    ]


def jobs(wiring: Wiring) -> list[Job]:
    return []
