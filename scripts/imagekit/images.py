"""The images of the product: their Dockerfiles, bases and limits."""

import re
from dataclasses import dataclass
from pathlib import Path

from runner.paths import ROOT, WEBAPP

REPOSITORY = "pairwise"
# The user of every image; no account of this number exists on a usual host.
USER = "10001"
# Programs that belong to a developer's machine or to another image.
TOOLS = [
    "pip",
    "pip3",
    "npm",
    "npx",
    "corepack",
    "yarn",
    "uv",
    "gcc",
    "make",
    "git",
    "curl",
    "wget",
    "pytest",
    "supervisord",
]
SERVERS = ["supervisord", "envoy", "nats-server", "valkey-server", "postgres"]


@dataclass(frozen=True)
class Image:
    name: str
    dockerfile: Path
    # `python` or `node`: the ARG of the Dockerfile that names its base.
    base: str
    # Bytes of the files that it adds to its base.
    most_bytes: int
    context: Path = ROOT
    # Its own server, if that is one of SERVERS.
    serves: str = ""

    @property
    def repository(self) -> str:
        return f"{REPOSITORY}/{self.name}"

    def named_base(self) -> str:
        """The base that the Dockerfile names."""
        found = re.search(rf"^ARG {self.base.upper()}=(\S+)$", self.dockerfile.read_text(), re.MULTILINE)
        if found is None:
            raise ValueError(f"{self.dockerfile} names no base")
        return found[1]

    @property
    def refused(self) -> list[str]:
        """Programs that must not be in it."""
        return [program for program in TOOLS + SERVERS if program != self.serves]


IMAGES = [
    Image("services", ROOT / "services/Dockerfile", "python", 220_000_000),
    Image("gateway", ROOT / "gateway/Dockerfile", "python", 130_000_000, serves="envoy"),
    Image("webapp", WEBAPP / "Dockerfile", "node", 5_000_000, context=WEBAPP),
    Image("tools", ROOT / "scripts/tools/Dockerfile", "python", 220_000_000),
    Image("stand-ins", ROOT / "scripts/standins/Dockerfile", "python", 60_000_000),
]


def image(name: str) -> Image:
    """Raises KeyError for a name that no image has."""
    return {each.name: each for each in IMAGES}[name]
