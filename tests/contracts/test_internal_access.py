"""docs/internal-access.md has every port of a local copy."""

import re
from pathlib import Path

from runner.instance import SLOTS, _port_names
from shared.registry import services

DOCUMENT = (Path(__file__).resolve().parents[2] / "docs/internal-access.md").read_text("utf-8")


def test_every_port_says_what_protects_it() -> None:
    first_cells = re.findall(r"^\| (`.*?) \|", DOCUMENT[DOCUMENT.index("## Ports") :], re.MULTILINE)
    named = {name for cell in first_cells for name in re.findall(r"`([^`]+)`", cell)}

    assert {_kind(name) for name in _port_names(services())} == named


def _kind(port: str) -> str:
    """`chat-web-listen-two` is a `<service>-web-listen-<slot>`, `chat-web-two` a `<service>-<process>-<slot>`."""
    for service in services():
        if port.startswith(f"{service.name}-"):
            name = port.removeprefix(f"{service.name}-")
            for slot in SLOTS:
                name = name.replace(f"-{slot}", "-<slot>")
            return f"<service>-{name if 'listen' in name or '-' not in name else '<process>-<slot>'}"
    return port
