"""Event consumers and scheduled jobs of profiles."""

from typing import Any

from shared.kit.worker import Consumer, Job
from shared.kit.worker.own_stream import OwnStream
from shared.pictures import delete_unreferenced_media
from shared.privacy.retain import retention_jobs

from profiles.events import from_billing, from_chat, from_identity
from profiles.storage.data_inventory import DATA_INVENTORY, SHORT_LIVED
from profiles.usecases.confirm_decision import lapse_unconfirmed
from profiles.usecases.confirm_suspensions import confirm_suspensions
from profiles.usecases.take_measure import lift_ended
from profiles.usecases.update_metrics import update_metrics
from profiles.wiring import Wiring


def consumers(wiring: Wiring) -> list[Consumer[Any, Any]]:
    return [
        consumer
        for module in (from_identity, from_billing, from_chat)
        for consumer in module.subscriptions.consumers(wiring)
    ]


def jobs(wiring: Wiring) -> list[Job]:
    def clear() -> None:
        delete_unreferenced_media(wiring.unit_of_work, wiring.media)

    def confirm() -> None:
        confirm_suspensions(wiring.unit_of_work(), wiring.accounts)

    return [
        *retention_jobs(wiring.unit_of_work, DATA_INVENTORY, OwnStream(wiring.settings), SHORT_LIVED),
        Job("lift_ended_sanctions", every_seconds=60, run=lambda: lift_ended(wiring.unit_of_work())),
        Job("lapse_unconfirmed", every_seconds=60, run=lambda: lapse_unconfirmed(wiring.unit_of_work())),
        Job("confirm_suspensions", every_seconds=5, run=confirm),
        Job("update_metrics", every_seconds=30, run=lambda: update_metrics(wiring.unit_of_work())),
        Job("delete_unreferenced_media", every_seconds=60, run=clear),
    ]
