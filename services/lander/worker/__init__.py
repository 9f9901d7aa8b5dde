"""What the lander hears, and what it does by the clock."""

from typing import Any

from holdings import erasing
from holdings.deliver import delivering
from holdings.retain import retention_jobs
from pairwise.identity.v1.events_pb2 import ExportRequested, MemberErased, MemberSignedUp, SessionRevoked
from pairwise.lander.v1.events_pb2 import MemberDataErased
from servicekit.worker import Consumer, Job
from servicekit.worker.own_stream import OwnStream
from servicekit.worker.revocations import on_session_revoked

from lander.clients.identity import deliveries_of
from lander.storage.holdings import HOLDINGS
from lander.wiring import Wiring
from lander.worker.on_member_signed_up import on_member_signed_up


def consumers(wiring: Wiring) -> list[Consumer[Any, Any]]:
    return [
        Consumer(MemberSignedUp, on_member_signed_up),
        Consumer(MemberErased, erasing(HOLDINGS, MemberDataErased)),
        Consumer(ExportRequested, delivering("lander", HOLDINGS, deliveries_of(wiring.settings))),
        Consumer(SessionRevoked, on_session_revoked),
    ]


def jobs(wiring: Wiring) -> list[Job]:
    return retention_jobs(wiring.unit_of_work, HOLDINGS, OwnStream(wiring.settings))
