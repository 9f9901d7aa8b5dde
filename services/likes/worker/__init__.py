"""Event consumers and scheduled jobs of likes."""

from functools import partial
from typing import Any

from shared.kit.events import Consumer, Job, OwnStream, due
from shared.privacy.retain import retention_jobs

from likes.events import from_chat, from_identity, from_profiles
from likes.storage.data_inventory import DATA_INVENTORY
from likes.storage.due import OPENERS
from likes.usecases.post_openers import post_openers
from likes.wiring import Wiring


def consumers(wiring: Wiring) -> list[Consumer[Any, Any]]:
    return [
        consumer
        for module in (from_identity, from_profiles, from_chat)
        for consumer in module.subscriptions.consumers(wiring)
    ]


def jobs(wiring: Wiring) -> list[Job]:
    post = partial(post_openers, wiring.unit_of_work, wiring.openers)
    return [
        Job("post_openers", 2, post, due_in=due(wiring.database, OPENERS)),
        *retention_jobs(wiring.unit_of_work, DATA_INVENTORY, OwnStream(wiring.settings)),
    ]
