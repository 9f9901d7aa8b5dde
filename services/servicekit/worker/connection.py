from urllib.parse import urlsplit

import nats
from nats.aio.client import Client

from servicekit.errors_in_logs import describe
from servicekit.logs import logger


async def connect(url: str) -> Client:
    """A connection to NATS that comes back by itself, for ever; the first one is waited for, too."""
    return await nats.connect(
        url,
        inbox_prefix=inbox_of(urlsplit(url).username),
        max_reconnect_attempts=-1,
        reconnect_time_wait=0.5,
        ping_interval=5,
        max_outstanding_pings=2,
        # What is published while away fails at once: the outbox holds it, not this buffer.
        pending_size=0,
        error_cb=_note,
    )


def inbox_of(user: str | None) -> str:
    """The prefix of this user's reply subjects. Each user may subscribe to its own, so none reads another's replies."""
    return f"_INBOX_{user}" if user else "_INBOX"


async def _note(error: Exception) -> None:
    # It heals itself, so it is no error for anyone to get up for.
    logger().warning("nats", problem=describe(error))
