"""Durable consumers keep their names; each event has one handler, in the module named after its publisher."""

import importlib
from collections import Counter
from pathlib import Path
from unittest.mock import MagicMock

import pytest
from shared.kit.core.event_facts import stream_of
from shared.kit.events import Subscriptions
from shared.ops.provisioner.plan import plan_of
from shared.registry import Service, services

SERVICES = Path(__file__).resolve().parents[2] / "services"
HANDLER_MODULES = sorted(SERVICES.glob("*/events/from_*.py"))


def subjects_of(service: Service) -> dict[str, list[str]]:
    by_stream: dict[str, list[str]] = {}
    for consumer in importlib.import_module(f"{service.name}.worker").consumers(MagicMock()):
        by_stream.setdefault(consumer.stream, []).append(consumer.subject)
    return by_stream


@pytest.mark.parametrize("service", services(), ids=lambda service: service.name)
def test_the_provisioner_creates_the_consumers_that_the_worker_needs(service: Service) -> None:
    """JetStream keeps a consumer's position under its name: a renamed one would be told thirty days of events again."""
    planned = {
        stream.stream.name: consumer
        for stream in plan_of(services())
        for consumer in stream.consumers
        if consumer.name == service.name
    }

    assert all(consumer.durable_name == service.name for consumer in planned.values())
    assert {stream: consumer.filter_subjects for stream, consumer in planned.items()} == {
        stream: sorted(subjects) for stream, subjects in subjects_of(service).items()
    }


@pytest.mark.parametrize("service", services(), ids=lambda service: service.name)
def test_an_event_has_one_handler(service: Service) -> None:
    handlers = Counter(subject for subjects in subjects_of(service).values() for subject in subjects)

    assert [subject for subject, count in handlers.items() if count > 1] == []


@pytest.mark.parametrize("path", HANDLER_MODULES, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_a_module_of_handlers_is_named_after_the_publisher(path: Path) -> None:
    module = importlib.import_module(".".join(path.relative_to(SERVICES).with_suffix("").parts))
    subscriptions: Subscriptions[object] = module.subscriptions

    publisher = stream_of(path.stem.removeprefix("from_"))
    assert {consumer.stream for consumer in subscriptions.consumers(MagicMock())} == {publisher}


@pytest.mark.parametrize("path", HANDLER_MODULES, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_the_worker_consumes_with_every_registered_handler(path: Path) -> None:
    service = path.parent.parent.name
    module = importlib.import_module(f"{service}.events.{path.stem}")
    worker = importlib.import_module(f"{service}.worker")

    consumed = {consumer.event for consumer in worker.consumers(MagicMock())}
    assert {consumer.event for consumer in module.subscriptions.consumers(MagicMock())} <= consumed


@pytest.mark.parametrize("service", services(), ids=lambda service: service.name)
def test_handlers_that_write_files_or_call_others_share_no_transaction(service: Service) -> None:
    """Events fetched together are undone together: the file or the call would be left behind, and made again."""
    consumers = importlib.import_module(f"{service.name}.worker").consumers(MagicMock())

    outside = [each for each in consumers if each.subject.endswith((".ExportRequested", ".MemberErased"))]
    assert outside
    assert [each.subject for each in outside if not each.alone] == []
