"""Two providers of text messages, Twilio's API and that of 46elks; `/dev/sms` decides what they report."""

import asyncio
import hmac
import secrets
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal, get_args
from urllib.parse import parse_qsl

import httpx
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from standins import log, pages
from standins.mailbox.inbox import Inbox
from standins.mailbox.parse import MailContent

HOME = "/dev/sms"
KEEP = 200
TRIES, PAUSE_SECONDS, ANSWER_WITHIN_SECONDS = 5, 1.0, 10.0
# `silent` reports nothing; `refused` and `down` are answers of the API.
Outcome = Literal["delivered", "undelivered", "silent", "refused", "down"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)


@dataclass
class Sms:
    """One that was taken, with where its reports go and what they said."""

    id: str
    provider: str
    to: str
    sender: str
    text: str
    callback: str
    token: str
    sent_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    reported: list[str] = field(default_factory=list)

    @property
    def when(self) -> str:
        return f"{self.sent_at:%-d %b, %H:%M} UTC"

    def public(self) -> dict[str, object]:
        """All but the token."""
        return {
            "id": self.id,
            "provider": self.provider,
            "to": self.to,
            "from": self.sender,
            "text": self.text,
            "sent_at": self.sent_at.isoformat(),
            "reported": self.reported,
        }


class TextGateways:
    def __init__(self, inbox: Inbox) -> None:
        self._inbox, self._outcome, self._taken = inbox, OUTCOMES[0], dict[str, Sms]()
        self._reporting: set[asyncio.Task[None]] = set()

    def routes(self) -> list[Route]:
        return [
            Route(HOME, self.page),
            Route(f"{HOME}.json", self.as_json),
            *pages.static_routes(HOME),
            Route(f"{HOME}/behaviour", self.behave, methods=["POST"]),
            Route(f"{HOME}/{{id}}", self.report, methods=["POST"]),
            Route("/2010-04-01/Accounts/{sid}/Messages.json", self.take_by_twilio, methods=["POST"]),
            Route("/2010-04-01/Accounts/{sid}.json", self.account),
            Route("/a1/sms", self.take_by_46elks, methods=["POST"]),
            Route("/a1/me", self.account),
        ]

    async def page(self, request: Request) -> Response:
        to = request.query_params.get("to", "").strip()
        taken = [each for each in reversed(self._taken.values()) if to in ("", each.to)]
        return pages.page("sms.html", {"home": HOME, "taken": taken, "to": to, "outcome": self._outcome})

    async def as_json(self, request: Request) -> Response:
        to = request.query_params.get("to", "").strip().replace(" ", "+")
        taken = [each.public() for each in reversed(self._taken.values()) if to in ("", each.to)]
        return JSONResponse(taken, headers=pages.PRIVATE)

    async def behave(self, request: Request) -> Response:
        """Decide what becomes of later messages."""
        self._outcome = _outcome((await _fields(request)).get("outcome"))
        return RedirectResponse(HOME, 303)

    async def report(self, request: Request) -> Response:
        """Report another outcome of one message."""
        message = self._taken.get(request.path_params["id"])
        if message is None:
            raise HTTPException(404)
        await self._deliver(message, _outcome((await _fields(request)).get("outcome")))
        return RedirectResponse(HOME, 303)

    async def account(self, request: Request) -> Response:
        """An account, which any login has."""
        user, token = _login(request)
        return JSONResponse({"sid": user, "id": user, "status": "active"}, 200 if token else 401)

    async def take_by_twilio(self, request: Request) -> Response:
        user, token = _login(request)
        if user != request.path_params["sid"] or not token:
            return JSONResponse({"code": 20003, "message": "Authenticate", "status": 401}, 401)
        fields = await _fields(request)
        sender = fields.get("From") or fields.get("MessagingServiceSid") or ""
        if self._outcome == "down":
            return PlainTextResponse("Service unavailable", 503)
        if not (sender and fields.get("Body")) or not _is_number(fields.get("To")) or self._outcome == "refused":
            return JSONResponse({"code": 21211, "message": "Invalid 'To' Phone Number", "status": 400}, 400)
        sms = await self._take("twilio", fields["To"], sender, fields["Body"], fields.get("StatusCallback", ""), token)
        return JSONResponse({"sid": sms.id, "status": "queued", "to": sms.to, "error_code": None}, 201)

    async def take_by_46elks(self, request: Request) -> Response:
        _, token = _login(request)
        if not token:
            return PlainTextResponse("API access requires Basic HTTP authentication", 401)
        fields = await _fields(request)
        if self._outcome == "down":
            return PlainTextResponse("Service unavailable", 503)
        if not (fields.get("from") and fields.get("message")):
            return PlainTextResponse('Missing "from" or "message"', 400)
        if not _is_number(fields.get("to")) or self._outcome == "refused":
            return PlainTextResponse('Invalid "to" number', 400)
        sms = await self._take(
            "46elks", fields["to"], fields["from"], fields["message"], fields.get("whendelivered", ""), token
        )
        return JSONResponse({"id": sms.id, "status": "created", "to": sms.to, "parts": 1})

    async def _take(self, provider: str, to: str, sender: str, text: str, callback: str, token: str) -> Sms:
        await self._inbox.accept("sms", [to], MailContent(subject="", sender=sender, text=text, html=""))
        sms = Sms(
            ("SM" if provider == "twilio" else "s") + secrets.token_hex(16), provider, to, sender, text, callback, token
        )
        self._taken[sms.id] = sms
        for oldest in list(self._taken)[:-KEEP]:
            del self._taken[oldest]
        log.logger().info("sms accepted", id=sms.id, provider=provider)
        task = asyncio.create_task(self._deliver(sms, self._outcome))
        self._reporting.add(task)
        task.add_done_callback(self._reporting.discard)
        return sms

    async def _deliver(self, sms: Sms, outcome: Outcome) -> None:
        """Post the reports that lead to this outcome, each until it is taken."""
        if not sms.callback or outcome not in ("delivered", "undelivered"):
            return
        steps = ["sent", outcome] if sms.provider == "twilio" else [{"undelivered": "failed"}.get(outcome, outcome)]
        async with httpx.AsyncClient(timeout=ANSWER_WITHIN_SECONDS, trust_env=False) as client:
            for step in steps:
                fields = _twilio_report(sms, step) if sms.provider == "twilio" else {"id": sms.id, "status": step}
                headers = {"X-Twilio-Signature": _signature(sms, fields)} if sms.provider == "twilio" else {}
                sms.reported.append(f"{step}: {await _post(client, sms.callback, fields, headers)}")


async def _post(client: httpx.AsyncClient, url: str, fields: Mapping[str, str], headers: Mapping[str, str]) -> str:
    answered = "no answer"
    for _ in range(TRIES):
        try:
            status = (await client.post(url, data=dict(fields), headers=dict(headers))).status_code
        except httpx.HTTPError:
            pass
        else:
            if 200 <= status < 300:
                return "taken"
            answered = f"answered {status}"
        await asyncio.sleep(PAUSE_SECONDS)
    return answered


def _twilio_report(sms: Sms, status: str) -> dict[str, str]:
    failed = {"ErrorCode": "30003"} if status == "undelivered" else {}
    return {"MessageSid": sms.id, "MessageStatus": status, "To": sms.to, "From": sms.sender, **failed}


def _signature(sms: Sms, fields: Mapping[str, str]) -> str:
    text = sms.callback + "".join(name + fields[name] for name in sorted(fields))
    return b64encode(hmac.new(sms.token.encode(), text.encode(), "sha1").digest()).decode()


def _login(request: Request) -> tuple[str, str]:
    kind, _, login = request.headers.get("authorization", "").partition(" ")
    try:
        user, _, token = b64decode(login, validate=True).decode().partition(":")
    except ValueError:
        return "", ""
    return (user, token) if kind.lower() == "basic" else ("", "")


async def _fields(request: Request) -> dict[str, str]:
    return dict(parse_qsl((await request.body()).decode("utf-8", "replace")))


def _is_number(text: str | None) -> bool:
    return bool(text) and str(text).startswith("+") and str(text)[1:].isdecimal() and 8 <= len(str(text)) <= 16


def _outcome(text: str | None) -> Outcome:
    for outcome in OUTCOMES:
        if outcome == text:
            return outcome
    raise HTTPException(422)
