"""The inbox as pages, as JSON, and the way in for SMS."""

import re
from datetime import UTC, datetime

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import Lifespan

from standins import log, pages, process
from standins.mailbox.inbox import KEEP, Inbox
from standins.mailbox.message import Message
from standins.mailbox.parse import MailContent
from standins.mailbox.sms import TextGateways

HOME = "/dev/mailbox"

# A mail may bring its own styles and pictures it carries itself; it may run nothing, load nothing and send nothing.
MAIL_POLICY = (
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; "
    "style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; form-action 'none'"
)


class Sms(BaseModel):
    model_config = ConfigDict(extra="forbid")

    to: str = Field(pattern=r"^\+?[0-9][0-9 ()-]{3,24}$")
    text: str = Field(min_length=1, max_length=2000)


class MailboxPages:
    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox

    def routes(self) -> list[Route]:
        return [
            Route(HOME, self.inbox),
            Route(f"{HOME}.json", self.as_json),
            *pages.static_routes(HOME),
            Route(f"{HOME}/{{id}}", self.message),
            Route(f"{HOME}/{{id}}/html", self.html),
            Route("/sms", self.take_sms, methods=["POST"]),
        ]

    async def inbox(self, request: Request) -> Response:
        messages = self._inbox.newest_first(_recipient(request))
        return self._page(request, messages[0] if messages else None, opened=False)

    async def message(self, request: Request) -> Response:
        return self._page(request, self._asked_for(request), opened=True)

    async def html(self, request: Request) -> Response:
        html = _links_open_outside(self._asked_for(request).html)
        return HTMLResponse(html, headers={"content-security-policy": MAIL_POLICY, **pages.PRIVATE})

    async def as_json(self, request: Request) -> Response:
        messages = self._inbox.newest_first(_recipient(request))
        return JSONResponse([each.public() for each in messages], headers=pages.PRIVATE)

    async def take_sms(self, request: Request) -> Response:
        try:
            sms = Sms.model_validate_json(await request.body())
        except ValidationError as error:
            return JSONResponse({"errors": error.errors(include_input=False, include_url=False)}, 422)
        number = re.sub(r"[ ()-]", "", sms.to)
        [message] = await self._inbox.accept(
            "sms", [number], MailContent(subject="", sender="", text=sms.text, html="")
        )
        log.logger().info("sms accepted", id=message.id)
        return JSONResponse({"id": message.id}, 201)

    def _asked_for(self, request: Request) -> Message:
        message = self._inbox.get(request.path_params["id"])
        if message is None:
            raise HTTPException(404)
        return message

    def _page(self, request: Request, message: Message | None, *, opened: bool) -> Response:
        to = _recipient(request)
        shows_text = message is not None and (not message.html or request.query_params.get("view") == "text")
        return pages.page(
            "mailbox.html",
            {
                "home": HOME,
                "messages": self._inbox.newest_first(to),
                "message": message,
                "opened": opened,
                "shows_text": shows_text,
                "to": to,
                "when": _when,
                "when_in_short": _when_in_short,
                "hue": _hue,
            },
        )


def mailbox_app(inbox: Inbox, lifespan: Lifespan[Starlette]) -> Starlette:
    async def not_found(request: Request, error: Exception) -> Response:
        what, hint = (
            "This message is not here",
            f"The newest {KEEP} messages are listed at {HOME}.",
        )
        return pages.page("gone.html", {"home": HOME, "what": what, "hint": hint}, status=404)

    return Starlette(
        routes=[*TextGateways(inbox).routes(), *MailboxPages(inbox).routes(), *process.health_routes(lambda: True)],
        exception_handlers={404: not_found},
        lifespan=lifespan,
    )


def _recipient(request: Request) -> str:
    return request.query_params.get("to", "").strip()


def _links_open_outside(html: str) -> str:
    """A link in the framed mail opens a page of its own instead of replacing the mail."""
    base = '<base target="_blank">'
    framed, heads = re.subn(r"<head(\s[^>]*)?>", lambda head: head.group() + base, html, count=1, flags=re.IGNORECASE)
    return framed if heads else base + html


def _when(message: Message) -> str:
    return f"{datetime.fromisoformat(message.sent_at):%-d %b, %H:%M} UTC"


def _when_in_short(message: Message) -> str:
    """The time of today's messages, the date of older ones."""
    sent = datetime.fromisoformat(message.sent_at)
    return f"{sent:%H:%M}" if sent.date() == datetime.now(UTC).date() else f"{sent:%-d %b}"


def _hue(message: Message) -> int:
    """One of six calm colours, the same for all messages of one recipient."""
    return sum(message.to.casefold().encode()) % 6
