"""Secure deletion of messages from the JetStream stream of this service."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

from nats.js import JetStreamContext
from nats.js.api import RawStreamMsg
from nats.js.errors import APIError, NotFoundError

from shared.kit.core.event_facts import ERASURE_EVENTS, UUIDS, stream_of
from shared.kit.core.settings import Settings
from shared.kit.events.connection import connect

CONNECT_SECONDS = 10
AT_ONCE = 100
MESSAGE_ID = "Nats-Msg-Id"


class OwnStream:
    """The JetStream stream of this service, for jobs that run in a thread; each call has a connection of its own."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def delete(self, messages: Mapping[UUID, int | None], naming: Collection[UUID] = ()) -> int:
        """Delete messages by event id, and all that contain one of the ids in `naming`. Returns how many it deleted.

        Each event id comes with its sequence in the stream. If one of them is None, or `naming` is not empty, the whole
        stream is read. Messages that are not there are no error. The server overwrites a deleted message on its disk.
        Raises nats.errors.Error or TimeoutError when NATS does not answer; deleting can then be repeated.
        """
        if not messages and not naming:
            return 0
        return asyncio.run(self._delete(messages, naming))

    async def _delete(self, messages: Mapping[UUID, int | None], naming: Collection[UUID]) -> int:
        async with asyncio.timeout(CONNECT_SECONDS):
            nats = await connect(self._settings.nats_url, authority=self._settings.nats_authority)
        try:
            js, name = nats.jetstream(timeout=5), stream_of(self._settings.service)
            deletion = _Deletion(js, name, messages.keys(), naming)
            if naming or None in messages.values():
                return await deletion.from_all()
            return await deletion.from_these([sequence for sequence in messages.values() if sequence is not None])
        finally:
            await nats.close()


class _Deletion:
    def __init__(self, js: JetStreamContext, name: str, event_ids: Collection[UUID], naming: Collection[UUID]) -> None:
        self._js, self._name = js, name
        self._event_ids = {str(each) for each in event_ids}
        self._naming = {str(each).encode() for each in naming}

    async def from_all(self) -> int:
        try:
            state = (await self._js.stream_info(self._name)).state
        except NotFoundError:
            return 0
        return await self.from_these(range(state.first_seq, state.last_seq + 1))

    async def from_these(self, sequences: Sequence[int]) -> int:
        deleted = 0
        for start in range(0, len(sequences), AT_ONCE):
            some = sequences[start : start + AT_ONCE]
            deleted += sum(await asyncio.gather(*map(self._delete_if_meant, some)))
        return deleted

    async def _delete_if_meant(self, sequence: int) -> bool:
        # Read first: if the stream was created anew since, another event has this sequence number now.
        message = await self._find(sequence)
        if message is None or not self._is_meant(message):
            return False
        try:
            return await self._js.delete_msg(self._name, sequence)
        except APIError:
            # The server refuses to delete twice; another worker may have deleted it.
            if await self._find(sequence) is None:
                return False
            raise

    def _is_meant(self, message: RawStreamMsg) -> bool:
        if (message.subject or "").endswith(ERASURE_EVENTS):
            return False
        if (message.headers or {}).get(MESSAGE_ID) in self._event_ids:
            return True
        return bool(self._naming) and not self._naming.isdisjoint(UUIDS.findall(message.data or b""))

    async def _find(self, sequence: int) -> RawStreamMsg | None:
        try:
            return await self._js.get_msg(self._name, sequence)
        except NotFoundError:
            return None
