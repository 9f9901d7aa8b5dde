"""The groups of tests: their folders, their lane and the set-up they need."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from runner.paths import ROOT, WEBAPP
from runner.setup.steps import STEPS


class Lane(Enum):
    """When a group runs: before each merge, with `--all`, or when it is named alone."""

    MERGE = auto()
    ALL = auto()
    NAMED = auto()


@dataclass(frozen=True)
class Apart:
    """Files of a group with a process of their own, or in the one of the groups that name this instance."""

    name: str
    files: tuple[str, ...]
    instance: str = ""


@dataclass(frozen=True)
class Group:
    """Some pytest tests, the web app's own, or the checks of the code itself."""

    name: str
    # Folders and files, as patterns below the root.
    patterns: list[str]
    # The steps of set-up it needs.
    steps: tuple[str, ...] = ("python", "parts", "proto")
    lane: Lane = Lane.MERGE
    # Files in its folders that are tests of another group.
    without: tuple[str, ...] = ()
    needs_browser: bool = False
    # Several processes, as jobs.py divides its folders: together they take longer than any other group.
    is_split: bool = False
    # It tries a connection pooler, which few machines have.
    needs_pooler: bool = False
    apart: tuple[Apart, ...] = ()
    # Groups that name the same instance of the whole product share one process, which starts it once.
    instance: str = ""
    # All of its tests may be skipped: an archive has no history of an earlier release.
    may_be_skipped: bool = False

    def paths(self) -> Iterator[str]:
        """Its folders and files with tests, as pytest is given them."""
        for pattern in self.patterns:
            for path in sorted(ROOT.glob(pattern)):
                if path.is_file() or any(path.rglob("test_*.py")):
                    yield str(path.relative_to(ROOT))

    def files(self) -> set[str]:
        """Every file with tests of this group."""
        paths = (ROOT / path for path in self.paths())
        found = [file for path in paths for file in ([path] if path.is_file() else path.rglob("test_*.py"))]
        return {str(file.relative_to(ROOT)) for file in found} - {*self.without}

    @property
    def is_check(self) -> bool:
        return self.name == "check"

    @property
    def is_web(self) -> bool:
        return self.name == "web"

    def exists(self) -> bool:
        return self.is_check or ((WEBAPP / "package.json").is_file() if self.is_web else any(self.paths()))


EVERYTHING = tuple(step.name for step in STEPS)
# The journeys that every change has to pass; the others are tests of the group `screens`.
MERGE_JOURNEYS = tuple(
    f"tests/journeys/test_{name}.py"
    for name in ("journey", "first_message", "offline", "paying", "moderation_desk", "leaving", "swiping")
)

GROUPS = [
    Group("check", [], ("python", "proto", "web-packages", "web-types")),
    Group("unit", ["services/*/tests/unit", "services/shared/*/tests", "scripts/**/tests"], needs_pooler=True),
    Group("contract", ["services/*/tests/contract", "tests/contracts"], ("python", "parts", "proto", "openapi")),
    Group("integration", ["services/*/tests/integration", "tests/importing"], is_split=True),
    Group("gateway", ["gateway/tests"]),
    Group("web", [], steps=("web-packages", "web-types")),
    Group("chart", ["tests/chart"]),
    # In this order: the browser's library keeps an event loop running in the process, and asyncio allows one.
    Group("api", ["tests/api"], EVERYTHING, instance="first"),
    Group("journeys", [*MERGE_JOURNEYS], EVERYTHING, needs_browser=True, instance="first"),
    Group(
        "resilience",
        ["tests/resilience"],
        EVERYTHING,
        Lane.ALL,
        # It starts an instance of its own in any case.
        apart=(Apart("restore", ("tests/resilience/test_restore.py",)),),
        instance="second",
    ),
    Group(
        "screens",
        ["tests/journeys"],
        EVERYTHING,
        Lane.ALL,
        without=MERGE_JOURNEYS,
        needs_browser=True,
        apart=(
            Apart("sights", ("tests/journeys/test_every_screen.py", "tests/journeys/test_first_sight.py"), "second"),
        ),
        instance="third",
    ),
    Group("upgrade", ["tests/upgrade"], lane=Lane.ALL, may_be_skipped=True),
    # Skipped without a cluster (TEST_KUBECONFIG).
    Group("cluster", ["tests/cluster"], lane=Lane.NAMED),
]
