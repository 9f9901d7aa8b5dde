"""The newest messages, each a file, so that accepted ones survive the process."""

import asyncio
import json
import os
import secrets
import time
from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from standins.mailbox.links import links_in
from standins.mailbox.message import Kind, Message
from standins.mailbox.parse import MailContent

KEEP = 500


class Inbox:
    def __init__(self, directory: Path, keep: int = KEEP) -> None:
        self._directory = directory
        self._keep = keep
        self._writing = asyncio.Lock()
        self._messages = {message.id: message for message in _stored(directory)}
        self._newest_ns = max((int(each.partition("-")[0], 16) for each in self._messages), default=0)
        self._drop_oldest()

    def get(self, message_id: str) -> Message | None:
        return self._messages.get(message_id)

    def newest_first(self, to: str = "") -> list[Message]:
        return [each for each in reversed(self._messages.values()) if not to or each.is_to(to)]

    async def accept(self, kind: Kind, recipients: Iterable[str], content: MailContent) -> list[Message]:
        """Put a message before each recipient. When this returns, it is on the disk."""
        # One at a time: files, ids and the list in memory are in one order.
        async with self._writing:
            messages = [self._message(kind, to, content) for to in dict.fromkeys(recipients)]
            await asyncio.to_thread(_write, self._directory, messages)
            self._messages |= {message.id: message for message in messages}
            self._drop_oldest()
        return messages

    async def settle(self) -> None:
        """Wait for the write that is under way."""
        async with self._writing:
            pass

    def _message(self, kind: Kind, to: str, content: MailContent) -> Message:
        return Message(
            id=self._next_id(),
            kind=kind,
            to=to,
            sender=content.sender,
            subject=content.subject,
            text=content.text,
            html=content.html,
            links=links_in(content.text, content.html),
            sent_at=datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        )

    def _next_id(self) -> str:
        # Ids sort by age, even when the clock is set back.
        self._newest_ns = max(self._newest_ns + 1, time.time_ns())
        return f"{self._newest_ns:016x}-{secrets.token_hex(4)}"

    def _drop_oldest(self) -> None:
        for message_id in list(self._messages)[: -self._keep]:
            del self._messages[message_id]
            (self._directory / f"{message_id}.json").unlink(missing_ok=True)


def _write(directory: Path, messages: list[Message]) -> None:
    for message in messages:
        draft = directory / f"{message.id}.draft"
        with draft.open("w", encoding="utf-8") as file:
            json.dump(asdict(message), file)
            file.flush()
            os.fsync(file.fileno())
        draft.rename(draft.with_suffix(".json"))
    # The new names are durable only once the directory is.
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _stored(directory: Path) -> Iterable[Message]:
    # A draft was never accepted: its sender has had no answer and sends it again.
    for draft in directory.glob("*.draft"):
        draft.unlink()
    for path in sorted(directory.glob("*.json")):
        fields = json.loads(path.read_text("utf-8"))
        yield Message(**{**fields, "links": tuple(fields["links"])})
