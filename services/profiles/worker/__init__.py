"""Event consumers and scheduled jobs of profiles."""

from typing import Any

from shared.kit.events import Consumer, Job, OwnStream, due
from shared.pictures import delete_unreferenced_media
from shared.privacy.retain import retention_jobs

from profiles.events import from_billing, from_chat, from_identity, from_notifications
from profiles.moderation.events import from_chat as moderation_from_chat
from profiles.moderation.events import from_likes
from profiles.moderation.worker import jobs as jobs_of_moderation
from profiles.storage.check_ins import CHECK_INS_DUE, JOB
from profiles.storage.data_inventory import DATA_INVENTORY, SHORT_LIVED
from profiles.usecases.privacy.date_check_ins import settle_check_ins
from profiles.usecases.profile.forget_joined import forget_joined
from profiles.wiring import Wiring


def consumers(wiring: Wiring) -> list[Consumer[Any, Any]]:
    return [
        consumer
        for module in (from_identity, from_billing, from_chat, from_notifications, moderation_from_chat, from_likes)
        for consumer in module.subscriptions.consumers(wiring)
    ]


def jobs(wiring: Wiring) -> list[Job]:
    def clear() -> None:
        delete_unreferenced_media(wiring.unit_of_work, wiring.media)

    return [
        *retention_jobs(wiring.unit_of_work, DATA_INVENTORY, OwnStream(wiring.settings), SHORT_LIVED),
        *jobs_of_moderation(wiring),
        Job(
            JOB,
            every_seconds=1,
            run=lambda: settle_check_ins(wiring.unit_of_work),
            repeats=True,
            due_in=due(wiring.database, CHECK_INS_DUE),
        ),
        Job("forget_joined", every_seconds=3600, run=lambda: forget_joined(wiring.unit_of_work())),
        Job("delete_unreferenced_media", every_seconds=60, run=clear),
    ]
