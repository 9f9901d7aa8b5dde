from datetime import UTC

from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from nats.js.api import RetentionPolicy, StorageType, StreamConfig, StreamInfo
from nats.js.errors import NotFoundError
from sqlalchemy import select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from servicekit.events import stream_of
from servicekit.logs import logger
from servicekit.storage.database import Database
from servicekit.storage.tables import OutboxRow, StreamRow

__all__ = ["NatsError", "ensure_stream", "retell_to_a_new_stream"]


# As long as the outbox keeps what was told: whom we forget is then forgotten here, too.
KEPT_SECONDS = 30 * 86_400
# Within this time NATS stores an event that is published again only once.
DUPLICATES_SECONDS = 120


async def ensure_stream(js: JetStreamContext, service: str) -> str:
    """Make the service's stream when it is not there. Returns when it was made."""
    name = stream_of(service)
    config = StreamConfig(
        name=name,
        subjects=[f"{service}.>"],
        storage=StorageType.FILE,
        retention=RetentionPolicy.LIMITS,
        duplicate_window=DUPLICATES_SECONDS,
        max_age=KEPT_SECONDS,
    )
    try:
        info: StreamInfo = await js.stream_info(name)
        if info.config.max_age != KEPT_SECONDS:
            info = await js.update_stream(config)
    except NotFoundError:
        info = await js.add_stream(config)
    return info.created.astimezone(UTC).isoformat() if info.created else ""


def retell_to_a_new_stream(database: Database, service: str, made_at: str) -> None:
    """When the stream is not the one we told before, its store was lost: tell everything in the outbox again.

    Consumers have recorded what they handled, so hearing it twice changes nothing.
    """
    name = stream_of(service)
    with Session(database.reader) as session:
        known = session.execute(select(StreamRow.made_at).where(StreamRow.name == name)).scalar_one_or_none()
    if known == made_at:
        return
    with Session(database.engine) as session:
        if known is not None:
            logger().warning("stream_was_rebuilt", stream=name)
            session.execute(update(OutboxRow).values(published_at=None, stream_seq=None))
        session.execute(
            insert(StreamRow)
            .values(name=name, made_at=made_at)
            .on_conflict_do_update(index_elements=[StreamRow.name], set_={"made_at": made_at})
        )
        session.commit()
