"""What the lander hears, and what it does by the clock."""

from datetime import timedelta
from typing import Any

from pairwise.identity.v1.events_pb2 import MemberErased, MemberSignedUp, SessionRevoked
from servicekit.worker import Consumer, Job
from servicekit.worker.revocations import on_session_revoked

from lander.wiring import Wiring
from lander.worker.on_member_erased import on_member_erased
from lander.worker.on_member_signed_up import on_member_signed_up

VISITS_ARE_REMEMBERED = timedelta(days=400)  # a year can be compared with the one before


def consumers(wiring: Wiring) -> list[Consumer[Any, Any]]:
    return [
        Consumer(MemberSignedUp, on_member_signed_up),
        Consumer(MemberErased, on_member_erased),
        Consumer(SessionRevoked, on_session_revoked),
    ]


def jobs(wiring: Wiring) -> list[Job]:
    def forget_old_visits() -> None:
        with wiring.unit_of_work() as uow:
            uow.visits.forget_old(VISITS_ARE_REMEMBERED)
            uow.commit()

    return [Job("forget_old_visits", every_seconds=3600, run=forget_old_visits)]
