from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette

from standins import process
from standins.mailbox.inbox import Inbox
from standins.mailbox.smtp import smtp_server
from standins.mailbox.web import mailbox_app


def main() -> None:
    process.refuse_production("standins.mailbox")
    smtp = process.address_setting("SMTP_LISTEN")
    inbox = Inbox(process.state_directory())

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        # HTTP answers only while mail is taken, so being ready needs no question of its own.
        async with smtp_server(inbox, smtp):
            yield

    process.serve(mailbox_app(inbox, lifespan), process.address_setting("PAIRWISE_LISTEN"), "mailbox")


if __name__ == "__main__":
    main()
