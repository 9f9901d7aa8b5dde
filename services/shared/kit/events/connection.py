import ssl
from collections.abc import Callable
from urllib.parse import urlsplit

import nats
from nats.aio.client import Client

from shared.kit.core.errors_in_logs import describe
from shared.kit.core.logs import logger


async def connect(url: str, on_reconnect: Callable[[], None] = lambda: None, *, authority: str | None = None) -> Client:
    """Connect to NATS, waiting until it is up. The connection reconnects by itself for ever.

    `tls://` addresses are encrypted; `authority` has the certificates (PEM) trusted then, else the system's are.
    """

    async def reconnected() -> None:
        on_reconnect()

    return await nats.connect(
        url,
        inbox_prefix=inbox_of(urlsplit(url).username),
        max_reconnect_attempts=-1,
        reconnect_time_wait=0.5,
        ping_interval=5,
        max_outstanding_pings=2,
        # No client buffer: publishing while disconnected fails at once, and the outbox keeps the event.
        pending_size=0,
        error_cb=_note,
        reconnected_cb=reconnected,
        tls=ssl.create_default_context(cadata=authority) if authority else None,
    )


def inbox_of(user: str | None) -> str:
    """The prefix of this user's reply subjects. Each user may subscribe to its own, so none reads another's replies."""
    return f"_INBOX_{user}" if user else "_INBOX"


async def _note(error: Exception) -> None:
    # A warning: the client reconnects by itself.
    logger().warning("nats_client_error", problem=describe(error))
