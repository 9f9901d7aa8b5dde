import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiosmtpd.smtp import SMTP, Envelope, Session

from standins import log
from standins.mailbox.inbox import Inbox
from standins.mailbox.parse import parse_mail
from standins.process import Address

LARGEST_MAIL = 2 * 1024 * 1024


class Reception:
    """Takes mail for every address there is."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        raw = envelope.content if isinstance(envelope.content, bytes) else b""
        try:
            messages = await self._inbox.accept("mail", envelope.rcpt_tos, parse_mail(raw))
        except OSError:
            log.logger().exception("mail not stored")
            return "451 Could not store the message, try again later"
        log.logger().info("mail accepted", ids=[each.id for each in messages], bytes=len(raw))
        return f"250 OK {messages[0].id}"


@asynccontextmanager
async def smtp_server(inbox: Inbox, listen: Address, *, has_smtputf8: bool) -> AsyncIterator[asyncio.Server]:
    loop = asyncio.get_running_loop()

    def session() -> SMTP:
        return SMTP(
            Reception(inbox),
            hostname="mailbox.localhost",
            ident="Pairwise mailbox",
            data_size_limit=LARGEST_MAIL,
            enable_SMTPUTF8=has_smtputf8,
            loop=loop,
        )

    server = await loop.create_server(session, listen.host, listen.port)
    try:
        yield server
    finally:
        server.close()
        await inbox.settle()
