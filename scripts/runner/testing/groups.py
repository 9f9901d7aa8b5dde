"""The groups of tests: their folders and the set-up they need."""

from collections.abc import Iterator
from dataclasses import dataclass

from runner.paths import ROOT, WEBAPP
from runner.setup.steps import STEPS


@dataclass(frozen=True)
class Apart:
    """Files of a group that take as long as all others of it: they have a process of their own, or share the one of
    the groups that name this instance."""

    name: str
    files: tuple[str, ...]
    instance: str = ""


@dataclass(frozen=True)
class Group:
    """Some folders of pytest tests, the web app's own, or the checks of the code itself."""

    name: str
    patterns: list[str]
    # The steps of set-up it needs.
    steps: tuple[str, ...] = ("python", "parts", "proto")
    needs_browser: bool = False
    # Several processes, as jobs.py divides its folders: together they take longer than any other group.
    is_split: bool = False
    # It tries a connection pooler, which few machines have.
    needs_pooler: bool = False
    apart: tuple[Apart, ...] = ()
    # Groups that name the same instance of the whole product share one process, which starts it once.
    instance: str = ""
    # Run when named alone: it needs a cluster, or the history of an earlier release.
    is_on_demand: bool = False

    def folders(self) -> Iterator[str]:
        for pattern in self.patterns:
            for folder in sorted(ROOT.glob(pattern)):
                if any(folder.rglob("test_*.py")):
                    yield str(folder.relative_to(ROOT))

    @property
    def is_check(self) -> bool:
        return self.name == "check"

    @property
    def is_web(self) -> bool:
        return self.name == "web"

    def exists(self) -> bool:
        return self.is_check or ((WEBAPP / "package.json").is_file() if self.is_web else any(self.folders()))


EVERYTHING = tuple(step.name for step in STEPS)

GROUPS = [
    Group("check", [], ("python", "proto", "web-packages", "web-types")),
    Group("unit", ["services/*/tests/unit", "services/shared/*/tests", "scripts/**/tests"], needs_pooler=True),
    Group("contract", ["services/*/tests/contract", "tests/contracts"], ("python", "parts", "proto", "openapi")),
    Group("integration", ["services/*/tests/integration", "tests/importing"], is_split=True),
    Group("gateway", ["gateway/tests"]),
    Group("web", [], steps=("web-packages", "web-types")),
    Group("api", ["tests/api"], EVERYTHING, instance="first"),
    # Before the screens: the browser's library keeps an event loop running in the process, and asyncio allows one.
    Group(
        "resilience",
        ["tests/resilience"],
        EVERYTHING,
        # It starts an instance of its own in any case.
        apart=(Apart("restore", ("tests/resilience/test_restore.py",)),),
        instance="second",
    ),
    Group(
        "journeys",
        ["tests/journeys"],
        EVERYTHING,
        needs_browser=True,
        apart=(
            Apart("screens", ("tests/journeys/test_every_screen.py", "tests/journeys/test_first_sight.py"), "second"),
        ),
        instance="third",
    ),
    Group("chart", ["tests/chart"]),
    # Skipped without the history of an earlier release, and without a cluster (TEST_KUBECONFIG).
    Group("upgrade", ["tests/upgrade"], is_on_demand=True),
    Group("cluster", ["tests/cluster"], is_on_demand=True),
]
