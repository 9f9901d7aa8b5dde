"""Cases for the moderation desk of a new instance, made by demo members through the public gateway: reports, chats, a
held text, an appeal. Photos that wait are in the seed; pictures of demo members are never compared.

The responder makes them in the background once the instance runs, so the start does not wait for them. Each member
comes from a loopback address of its own, as from a network of its own: the rate limits of the person who tries the
product out stay theirs.
"""

import asyncio
import base64
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from shared.kit.core import describe, logger
from shared.registry import read_yaml

from demo.logins import DEMO_PASSWORD, DESK_SECRET, logins_of_the_desk
from demo.people import DemoPerson, who_answer

HERE = Path(__file__).parent
PHOTO = HERE / "portraits" / "photos" / "m002-1.webp"
REPORTERS = 8
# A decision takes effect ten seconds later; the member can appeal it then.
TRIES, PAUSE_SECONDS = 30, 1
STARTS_WITHIN_SECONDS = 120
STEP_SECONDS = 30


class DemoMember:
    """A demo member with a session at the gateway."""

    def __init__(self, base_url: str, person: DemoPerson | None, place: int) -> None:
        self.id, self._person = person.id if person else None, person
        transport = httpx.AsyncHTTPTransport(local_address=f"127.39.{place}.1") if "localhost" in base_url else None
        self._http = httpx.AsyncClient(
            base_url=base_url, headers={"X-Request-Type": "app"}, timeout=30, transport=transport
        )
        self._http.cookies.set("locale", person.language if person else "en")

    async def log_in(self, **more: str) -> "DemoMember":
        assert self._person is not None  # noqa: S101 - visitors do not log in
        await self.call("POST", "user", email=self._person.email, password=DEMO_PASSWORD, **more)
        return self

    async def call(self, method: str, name: str, /, **body: Any) -> Any:
        return await self._send(method, name, json=body)

    async def get(self, name: str) -> Any:
        return await self._send("GET", name)

    async def upload(self, name: str, photo: Path, **fields: str) -> Any:
        files = {"photo": ("photo.jpg", photo.read_bytes())}
        return await self._send("POST", name, data={"id": str(uuid4()), **fields}, files=files)

    async def _send(self, method: str, name: str, **content: Any) -> Any:
        """Return the answer. Services that start at the same time are waited for: a repeated request has its id."""
        for _ in range(STARTS_WITHIN_SECONDS):
            with suppress(httpx.TransportError):
                answer = await self._http.request(method, f"/api/{name}.php", **content)
                if not answer.is_server_error:
                    return answer.raise_for_status().json() if answer.content else {}
            await asyncio.sleep(PAUSE_SECONDS)
        raise TimeoutError(f"{name} did not answer")

    async def report(self, **complaint: Any) -> None:
        await self.call("POST", "complaint", id=str(uuid4()), **complaint)

    async def write(self, to: DemoPerson, text: str) -> str:
        answer = await self.call("POST", "chat", id=str(uuid4()), profile_id=str(to.id), text=text)
        return str(answer["message"]["id"])


async def make_cases(base_url: str, count: int) -> None:
    """Make the cases, unless the first reporter has reported somebody already; of fewer members if there are few."""
    people, told = who_answer(count), read_yaml(HERE / "cases.yaml")
    profiles = len(people) - REPORTERS - len(told["chats"]) - len(("contact_details", "appeal"))
    if profiles < 1:
        return
    told["reports"] = told["reports"][:profiles]
    try:
        reporters = [DemoMember(base_url, person, place) for place, person in enumerate(people[:REPORTERS])]
        await reporters[0].log_in()
        if (await reporters[0].get("complaint"))["complaints"]:
            return
        for each in reporters[1:]:
            await each.log_in()
        await _make(base_url, reporters, people, told)
    except (httpx.HTTPError, OSError, KeyError) as error:
        logger().warning("demo_cases_missing", problem=describe(error))


async def _make(
    base_url: str, reporters: Sequence[DemoMember], people: Sequence[DemoPerson], told: dict[str, Any]
) -> None:
    reported = iter(people[REPORTERS:])
    turn = 0
    for reports in told["reports"]:
        about = next(reported)
        for one in reports:
            await reporters[turn % REPORTERS].report(kind="profile", about_id=str(about.id), **one)
            turn += 1
    visitor = DemoMember(base_url, None, REPORTERS)
    for place, one in enumerate(told["visitors"]):
        await visitor.report(kind="other", email=f"visitor{place}@example.org", **one)
    for place, chat in enumerate(told["chats"]):
        await _report_chat(base_url, next(reported), reporters[place], people[place], chat)
    writer = await DemoMember(base_url, next(reported), REPORTERS + 1).log_in()
    await writer.call("PUT", "profile", about=told["contact_details"])
    await _appeal(base_url, next(reported), reporters[0], told["appeal"])


async def _report_chat(
    base_url: str, sender: DemoPerson, reporter: DemoMember, receiver: DemoPerson, chat: dict[str, Any]
) -> None:
    """Messages of a member, one of which their receiver reports; without words it is a photo."""
    member = await DemoMember(base_url, sender, REPORTERS + 2).log_in()
    written = [await member.write(receiver, text) for text in chat["messages"]]
    if chat.get("photo"):
        sent = await member.upload("chat-photo", PHOTO, profile_id=str(receiver.id))
        written.append(str(sent["message"]["id"]))
    shown = written[chat["shown"]]
    await reporter.report(
        kind="chat", about_id=str(sender.id), messages=[shown], reason=chat["reason"], text=chat["text"]
    )


async def _appeal(base_url: str, about: DemoPerson, reporter: DemoMember, told: dict[str, Any]) -> None:
    """A warning by the last of the demo's moderators, and its appeal. The first of them is for the newcomer."""
    await reporter.report(kind="profile", about_id=str(about.id), reason="advertising", text=told["report"])
    moderator = DemoMember(base_url, logins_of_the_desk()[-1], REPORTERS + 3)
    step = int(time.time()) // STEP_SECONDS * STEP_SECONDS
    code = TOTP(base64.b32decode(DESK_SECRET), 6, SHA1(), STEP_SECONDS).generate(step).decode()  # noqa: S303 - RFC 6238
    await moderator.log_in(code=code)
    number = max(each["number"] for each in (await reporter.get("complaint"))["complaints"])
    waiting = (await moderator.get("staff-complaints"))["complaints"]
    case = next(each["id"] for each in waiting if each["number"] == number)
    stated = {"measure": "warn", "reason": "advertising", "ground": "terms", "facts": told["facts"]}
    await moderator.call("POST", "staff-complaints", id=str(uuid4()), complaint_id=case, **stated)
    member = await DemoMember(base_url, about, REPORTERS + 4).log_in()
    decision = await _soon(lambda: member.get("decision"))
    await member.call("POST", "appeal", id=str(uuid4()), decision_id=decision["id"], text=told["text"])


async def _soon(find: Callable[[], Any]) -> Any:
    for _ in range(TRIES):
        if found := (await find())["decisions"]:
            break
        await asyncio.sleep(PAUSE_SECONDS)
    return found[0]
