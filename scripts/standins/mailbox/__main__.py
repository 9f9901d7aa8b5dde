import os
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
    # Without it, as most relays are: letters before the @ are refused (site document, email_local_parts).
    has_smtputf8 = os.environ.get("SMTP_UTF8") == "yes"
    inbox = Inbox(process.state_directory())

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        # HTTP answers only while mail is taken, so being ready needs no question of its own.
        async with smtp_server(inbox, smtp, has_smtputf8=has_smtputf8):
            yield

    process.serve(mailbox_app(inbox, lifespan), process.address_setting("PAIRWISE_LISTEN"), "mailbox")


if __name__ == "__main__":
    main()
