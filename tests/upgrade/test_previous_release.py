"""The previous release serves while this one's migrations have run: its own tests pass on this release's schema."""

import subprocess
import sys
from pathlib import Path

import pytest
from shared.kit.registry import service_names

from tests.upgrade.previous import check_out, environment, previous_release

# It knows nothing of the columns and tables that came since.
SCHEMA = ["test_models_and_migrations_agree"]
# What this release takes away on purpose, by service: tests of the last release that say otherwise.
WITHDRAWN = {
    # docs/decisions/0047-attribution.md: a trigger discards where members came from, also for processes of v0.1.0.
    "identity": ["test_a_source_lets_in_and_is_not_kept", "test_where_a_member_came_from_stays_with_the_account"],
    # The same decision: a trigger discards visits, which were stored for everybody, refusals included.
    "lander": [
        "test_a_visit_is_noted_where_it_began",
        "test_a_bounce_is_a_visit_that_did_not_go_on",
        "test_a_visit_told_by_many_at_once_is_one",
        "test_who_signs_up_is_the_visits_lead_once",
    ],
}


@pytest.fixture(scope="module")
def previous(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if (release := previous_release()) is None:
        pytest.skip("no tag of an earlier release is here: `git fetch --tags`, or name a commit by PAIRWISE_PREVIOUS")
    folder = tmp_path_factory.mktemp("previous")
    check_out(release, folder)
    return folder


@pytest.mark.parametrize("service", service_names())
def test_its_tests_pass_on_this_schema(previous: Path, service: str) -> None:
    tests = previous / "services" / service / "tests" / "integration"
    if not tests.is_dir():
        pytest.skip(f"{service} is new in this release")
    left_out = " and ".join(f"not {name}" for name in (*SCHEMA, *WITHDRAWN.get(service, [])))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", left_out, str(tests)]
    done = subprocess.run(command, cwd=previous, env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
