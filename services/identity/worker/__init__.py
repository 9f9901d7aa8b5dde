"""What identity hears, and what it does by the clock."""

import importlib
from typing import Any
from uuid import UUID

from holdings import erasing
from holdings.retain import retention_jobs
from pairwise.billing.v1.events_pb2 import BecamePremium, CreditsChanged
from pairwise.identity.v1.events_pb2 import (
    ExportRequested,
    MemberDataErased,
    MemberErased,
    RequestTaken,
    SessionRevoked,
)
from pairwise.notifications.v1.events_pb2 import MailResumed, MailSuppressed
from pairwise.profiles.v1.events_pb2 import MemberModerated
from servicekit.registry import service_names
from servicekit.worker import Consumer, Job
from servicekit.worker.own_stream import OwnStream
from servicekit.worker.revocations import on_session_revoked

from identity.storage import IdentityUnit
from identity.storage.holdings import HOLDINGS, SHORT_LIVED
from identity.usecases.erase_expired import erase_expired, forget_exports, tell_again
from identity.usecases.export_data import pack_exports
from identity.usecases.repeat_erasures import bury_restored
from identity.wiring import Wiring
from identity.worker.on_became_premium import on_became_premium
from identity.worker.on_credits_changed import on_credits_changed
from identity.worker.on_export_requested import on_export_requested
from identity.worker.on_mail_suppressed import on_mail_resumed, on_mail_suppressed
from identity.worker.on_member_data_erased import on_member_data_erased
from identity.worker.on_member_moderated import on_member_moderated
from identity.worker.on_request_taken import on_request_taken

A_MINUTE, A_DAY = 60, 86_400


def consumers(wiring: Wiring) -> list[Consumer[Any, Any]]:
    def forget_files(uow: IdentityUnit, member_id: UUID) -> None:
        forget_exports(uow, wiring.erasers, member_id)

    return [
        Consumer.of_many(CreditsChanged, on_credits_changed),
        Consumer(BecamePremium, on_became_premium),
        Consumer(RequestTaken, on_request_taken(wiring.seal, wiring.sites, wiring.rate_limiter)),
        Consumer(MemberModerated, on_member_moderated(wiring.sites)),
        Consumer(MailSuppressed, on_mail_suppressed),
        Consumer(MailResumed, on_mail_resumed),
        Consumer(MemberErased, erasing(HOLDINGS, MemberDataErased, before=forget_files)),
        Consumer(ExportRequested, on_export_requested(wiring.erasers)),
        Consumer(SessionRevoked, on_session_revoked),
        *(Consumer(_receipt_of(service), on_member_data_erased(service)) for service in service_names()),
    ]


def jobs(wiring: Wiring) -> list[Job]:
    units, services = wiring.unit_of_work, service_names()
    return [
        *retention_jobs(units, HOLDINGS, OwnStream(wiring.settings), SHORT_LIVED),
        Job("erase_expired", A_MINUTE, lambda: erase_expired(units, wiring.erasers)),
        Job("tell_erasures_again", A_MINUTE, lambda: tell_again(units, services)),
        Job("bury_restored", A_DAY, lambda: bury_restored(units, wiring.erasers)),
        Job("pack_exports", 2, lambda: pack_exports(units, wiring.erasers, wiring.seal, services)),
    ]


def _receipt_of(service: str) -> Any:
    """The event by which this service says that it has erased a member."""
    return importlib.import_module(f"pairwise.{service}.v1.events_pb2").MemberDataErased
