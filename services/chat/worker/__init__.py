"""Event consumers and scheduled jobs of chat."""

from functools import partial
from typing import Any

from shared.kit.events import Consumer, Job, OwnStream, due
from shared.pictures import delete_unreferenced_media
from shared.privacy.retain import retention_jobs

from chat.events import from_billing, from_identity, from_likes, from_profiles
from chat.storage.data_inventory import DATA_INVENTORY
from chat.storage.due import CALLS, FRAUD_NOTICES, GREETINGS, STATUS_CHANGES
from chat.usecases.delete_old_retractions import delete_old_retractions
from chat.usecases.end_call import end_due_calls
from chat.usecases.follow_status_changes import follow_status_changes
from chat.usecases.post_greetings import post_greetings
from chat.usecases.warn_of_fraud import warn_of_fraud
from chat.wiring import Wiring


def consumers(wiring: Wiring) -> list[Consumer[Any, Any]]:
    return [
        consumer
        for module in (from_identity, from_profiles, from_likes, from_billing)
        for consumer in module.subscriptions.consumers(wiring)
    ]


def jobs(wiring: Wiring) -> list[Job]:
    follow, warn = partial(follow_status_changes, wiring.unit_of_work), partial(warn_of_fraud, wiring.unit_of_work)
    greet = partial(post_greetings, wiring.unit_of_work, wiring.greetings, wiring.billing, wiring.sites)
    return [
        Job("post_greetings", 2, greet, due_in=due(wiring.database, GREETINGS)),
        Job("follow_status_changes", 1, follow, due_in=due(wiring.database, STATUS_CHANGES)),
        Job("end_due_calls", 1, partial(end_due_calls, wiring.unit_of_work), due_in=due(wiring.database, CALLS)),
        Job("warn_of_fraud", 1, warn, due_in=due(wiring.database, FRAUD_NOTICES)),
        Job("delete_unreferenced_media", 60, partial(delete_unreferenced_media, wiring.unit_of_work, wiring.media)),
        Job("delete_old_retractions", 60, partial(delete_old_retractions, wiring.unit_of_work)),
        *retention_jobs(wiring.unit_of_work, DATA_INVENTORY, OwnStream(wiring.settings)),
    ]
