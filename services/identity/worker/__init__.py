"""Identity's event consumers and scheduled jobs."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from redis import Redis
from shared.kit.events import Consumer, Job, OwnStream, due
from shared.privacy.retain import retention_jobs
from shared.registry import service_names

from identity.events import erasure_receipts, from_billing, from_identity, from_notifications, from_profiles
from identity.revocation_stream import HEARTBEAT_SECONDS, add_heartbeat
from identity.storage.data_inventory import DATA_INVENTORY, SHORT_LIVED
from identity.storage.due import EXPORTS
from identity.usecases.erase_expired import erase_expired, repeat_unconfirmed
from identity.usecases.export_data import pack_exports
from identity.usecases.hide_from_contacts import compare_contacts
from identity.usecases.repeat_erasures import erase_restored
from identity.usecases.require_age import follow_documents
from identity.wiring import Wiring

A_MINUTE, AN_HOUR, A_DAY = 60, 3600, 86_400


def consumers(wiring: Wiring) -> list[Consumer[Any, Any]]:
    modules = (from_identity, from_billing, from_notifications, from_profiles, erasure_receipts)
    return [consumer for module in modules for consumer in module.subscriptions.consumers(wiring)]


def jobs(wiring: Wiring) -> list[Job]:
    units, store, services = wiring.unit_of_work, wiring.store, service_names()
    address_keys = wiring.settings.erased_address_keys
    redis = Redis.from_url(wiring.settings.redis_url, socket_timeout=HEARTBEAT_SECONDS, retry=None)

    def pack() -> int:
        return pack_exports(units, store, wiring.mail_sealer, services)

    def list_revoked() -> Sequence[tuple[UUID, datetime]]:
        with units().reading() as reads:
            return reads.sessions.revoked()

    return [
        *retention_jobs(units, DATA_INVENTORY, OwnStream(wiring.settings), SHORT_LIVED),
        Job("revocation_heartbeat", HEARTBEAT_SECONDS, lambda: add_heartbeat(redis, list_revoked), repeats=True),
        Job("erase_expired", A_MINUTE, lambda: erase_expired(units, store, address_keys)),
        Job("repeat_unconfirmed_erasures", A_MINUTE, lambda: repeat_unconfirmed(units, services)),
        Job("erase_restored", A_DAY, lambda: erase_restored(units, store)),
        Job("follow_documents", AN_HOUR, lambda: follow_documents(units(), wiring.sites)),
        Job("pack_exports", 2, pack, due_in=due(wiring.database, EXPORTS)),
        Job("compare_contacts", A_MINUTE, lambda: compare_contacts(units), repeats=True),
        # Deletes the files of those that ended.
        Job("delete_ended_exports", A_MINUTE, pack),
    ]
