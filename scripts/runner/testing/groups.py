"""The groups of tests: where each lies and what it needs."""

from collections.abc import Iterator
from dataclasses import dataclass

from runner.places import ROOT, WEBAPP
from runner.setup.steps import STEPS


@dataclass(frozen=True)
class Group:
    """Some folders of pytest tests, the web app's own, or the checks of the code itself."""

    name: str
    patterns: list[str]
    # What set-up has to make for it.
    steps: tuple[str, ...] = ("python", "parts", "proto")
    needs_browser: bool = False
    # Tests of the whole product share one running copy, so they stay in one process.
    in_parallel: bool = True

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

LIBRARIES = ["pictures", "servicekit", "sites"]

GROUPS = [
    Group("check", [], ("python", "proto", "web-packages", "web-types")),
    Group("unit", ["services/*/tests/unit", *(f"services/{name}/tests" for name in LIBRARIES), "scripts/**/tests"]),
    Group("contract", ["services/*/tests/contract", "tests/contracts"], ("python", "parts", "proto", "openapi")),
    Group("integration", ["services/*/tests/integration", "tests/importing"]),
    Group("gateway", ["gateway/tests"]),
    Group("web", [], steps=("web-packages", "web-types")),
    Group("api", ["tests/api"], EVERYTHING, in_parallel=False),
    Group("journeys", ["tests/journeys"], EVERYTHING, needs_browser=True, in_parallel=False),
    Group("resilience", ["tests/resilience"], EVERYTHING, in_parallel=False),
    Group("chart", ["tests/chart"]),
]
