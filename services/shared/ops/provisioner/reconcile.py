"""Making NATS agree with the plan: create missing objects, change different ones, delete none."""

from collections.abc import Sequence
from dataclasses import replace

from nats.js import JetStreamContext
from nats.js.api import ConsumerConfig, StreamConfig
from nats.js.errors import APIError, NotFoundError

from shared.kit.core.errors_in_logs import describe
from shared.kit.core.logs import logger
from shared.kit.core.telemetry import consumer_pending_events
from shared.ops.provisioner.plan import PlannedStream

# Fields that the plan sets. The rest is the operator's and stays as it is; so do replicas and bounds, unless the
# provisioner's environment names them.
# `sources`, `republish` and `subject_transform` are None in the plan: a stream copies from no other, and to no other.
OF_A_STREAM = (
    *("subjects", "max_age", "duplicate_window", "allow_atomic", "mirror", "sources", "republish", "subject_transform"),
)
BOUNDS = ("num_replicas", "max_bytes", "discard")
OF_A_CONSUMER = ("filter_subject", "filter_subjects", "deliver_subject", "ack_policy", "ack_wait", "max_ack_pending")


async def reconcile(js: JetStreamContext, plan: Sequence[PlannedStream]) -> list[str]:
    """Bring all streams and consumers to the plan. Returns the server's refusals; repeating it changes nothing more.

    Raises nats.errors.Error, OSError or TimeoutError when NATS does not answer.
    """
    refused = []
    for planned in plan:
        try:
            await _ensure_stream(js, planned.stream)
            infos = await js.consumers_info(str(planned.stream.name))
        except APIError as error:
            refused.append(f"{planned.stream.name}: {describe(error)}")
            continue
        existing = {one.name: one.config for one in infos}
        for info in infos:
            # Delivered and not acknowledged yet is not handled, either.
            waiting = (info.num_pending or 0) + (info.num_ack_pending or 0)
            consumer_pending_events.labels(planned.stream.name, info.name).set(waiting)
        for consumer in planned.consumers:
            try:
                await _ensure_consumer(js, planned.stream, consumer, existing.get(str(consumer.name)))
            except APIError as error:
                refused.append(f"{planned.stream.name}/{consumer.name}: {describe(error)}")
    return refused


async def _ensure_stream(js: JetStreamContext, wanted: StreamConfig) -> None:
    try:
        found = (await js.stream_info(str(wanted.name))).config
    except NotFoundError:
        await js.add_stream(wanted)
        logger().info("stream_created", stream=wanted.name)
        return
    decided = {name: getattr(wanted, name) for name in OF_A_STREAM}
    decided |= {name: value for name in BOUNDS if (value := getattr(wanted, name)) is not None}
    if any(getattr(found, name) != value for name, value in decided.items()):
        await js.update_stream(replace(found, **decided))
        logger().warning("stream_changed", stream=wanted.name)


async def _ensure_consumer(
    js: JetStreamContext, stream: StreamConfig, wanted: ConsumerConfig, found: ConsumerConfig | None
) -> None:
    decided = {name: getattr(wanted, name) for name in OF_A_CONSUMER}
    if found is None:
        await js.add_consumer(str(stream.name), wanted)
        logger().info("consumer_created", stream=stream.name, consumer=wanted.name)
    elif any(getattr(found, name) != value for name, value in decided.items()):
        await js.add_consumer(str(stream.name), replace(found, **decided))
        logger().warning("consumer_changed", stream=stream.name, consumer=wanted.name)
