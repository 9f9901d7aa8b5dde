"""Requests of a browser that several tests make."""

from typing import Any
from uuid import UUID, uuid4

from shared.kit.testing.web import Browser
from werkzeug.test import TestResponse


def upload(browser: Browser, recipient: UUID, content: bytes, message_id: UUID | None = None) -> TestResponse:
    fields = {"id": str(message_id or uuid4()), "profile_id": str(recipient), "text": "From the beach"}
    return browser.upload("/api/chat-photo.php", fields, photo=content)


def photo_in(browser: Browser, viewer: UUID, partner: UUID) -> dict[str, object]:
    said = browser.as_member(viewer).get("/api/chat.php", profile=str(partner)).json["messages"]
    [photo] = [message["photo"] for message in said if message["kind"] == "photo"]
    return dict(photo)


def fetch(browser: Browser, viewer: UUID, src: object) -> int:
    return int(browser.as_member(viewer).get(str(src)).status_code)


def chats_of(browser: Browser, member: UUID, **query: str) -> dict[str, Any]:
    answer = browser.as_member(member).get("/api/chats.php", **query)
    assert answer.status_code == 200, answer.text
    return dict(answer.json or {})
