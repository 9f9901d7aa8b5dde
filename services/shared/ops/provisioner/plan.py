"""The streams and durable consumers that have to exist, as services/registry.yaml declares them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from nats.js.api import ConsumerConfig, DiscardPolicy, RetentionPolicy, StorageType, StreamConfig

from shared.kit.core.event_facts import stream_of
from shared.kit.events.consumers import consumer_config
from shared.kit.events.streams import DUPLICATES_SECONDS, MAX_AGE_SECONDS
from shared.registry.services import Service


@dataclass(frozen=True)
class PlannedStream:
    stream: StreamConfig
    consumers: tuple[ConsumerConfig, ...]


@dataclass(frozen=True)
class Bounds:
    """What an operator decides about each stream; None leaves what there is.

    A stream that is full refuses new events: they wait in the outbox, and none is lost to make room.
    """

    replicas: int | None = None
    max_bytes: int | None = None


def plan_of(
    services: Iterable[Service], others: Mapping[str, str] | None = None, bounds: Bounds = Bounds()
) -> list[PlannedStream]:
    """One stream a service, and on it one durable consumer for each service that consumes one of its events.

    `others` are consumers besides: the durable's name, and the one subject it consumes ("chat.MessageSent").
    """
    services = list(services)
    return [
        PlannedStream(_stream(one.name, bounds), tuple(_consumers(one.name, services, others or {})))
        for one in services
    ]


def _stream(service: str, bounds: Bounds) -> StreamConfig:
    return StreamConfig(
        name=stream_of(service),
        subjects=[f"{service}.>"],
        storage=StorageType.FILE,
        retention=RetentionPolicy.LIMITS,
        duplicate_window=DUPLICATES_SECONDS,
        max_age=MAX_AGE_SECONDS,
        # The relay publishes in atomic batches (shared/kit/events/publisher.py).
        allow_atomic=True,
        num_replicas=bounds.replicas,
        max_bytes=bounds.max_bytes,
        discard=DiscardPolicy.NEW if bounds.max_bytes else None,
    )


def _consumers(owner: str, services: Iterable[Service], others: Mapping[str, str]) -> Iterable[ConsumerConfig]:
    for service in services:
        if owner in service.consumes:
            yield consumer_config(service.name, [f"{owner}.{event}" for event in service.consumes[owner]])
    for durable, subject in others.items():
        if subject.startswith(f"{owner}."):
            yield consumer_config(durable, [subject])
