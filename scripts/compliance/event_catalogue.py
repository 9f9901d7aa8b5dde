"""Table of all events in docs/architecture/events.md, generated from proto/ and services/registry.yaml."""

import importlib
from collections.abc import Iterator

from pairwise.shared.v1.delivery_pb2 import Delivery, delivery
from runner.paths import ROOT
from shared.registry import services

PAGE = ROOT / "docs" / "architecture" / "events.md"
MARK = "<!-- catalogue: generated -->\n"


def events_page() -> str:
    """The page with its catalogue; the text before the mark is kept."""
    head = PAGE.read_text("utf-8").split(MARK)[0]
    return head + MARK + "\n".join(_rows()) + "\n"


def _rows() -> Iterator[str]:
    yield "| event | published by | consumed by | order |"
    yield "|---|---|---|---|"
    known = services()
    for publisher in (each.name for each in known):
        contract = importlib.import_module(f"pairwise.{publisher}.v1.events_pb2").DESCRIPTOR
        for event in sorted(contract.message_types_by_name.values(), key=lambda each: each.name):
            if not event.GetOptions().HasExtension(delivery):
                continue
            consumers = [each.name for each in known if event.name in each.consumes.get(publisher, ())]
            order = _order(event.GetOptions().Extensions[delivery])
            yield f"| {event.name} | {publisher} | {', '.join(consumers) or 'none'} | {order} |"


def _order(declared: Delivery) -> str:
    if declared.WhichOneof("order") == "latest":
        return f"latest of `{declared.latest.of}`"
    return "any"
