"""The previous release serves while this one's migrations have run: its own tests pass on this release's schema."""

import subprocess
import sys
from pathlib import Path

import pytest
from shared.registry import service_names

from tests.upgrade.previous import check_out, environment, previous_release

# One test here is all integration tests of a service.
pytestmark = pytest.mark.timeout(3600)
# They know nothing of the columns, tables and partitions that came since.
SCHEMA = ["test_models_and_migrations_agree", "test_a_message_writes_what_the_simulation_assumes"]
# Tests of the last release, by service, whose behaviour this release takes away on purpose; each with a decision.
# Emptied with the next release.
WITHDRAWN: dict[str, list[str]] = {}
# Tests of the last release that fail whatever the schema, at times or always. Emptied with the next release, too.
UNSTEADY = {
    # Its purchase has no discount code, and the golden file that it is compared with has one.
    "billing": ["test_published_events_have_the_fields_of_their_golden_files"],
    # Events that name an erased member are left out, and golden files name one; thirty sign-ups in an hour are a burst.
    "lander": ["test_every_event_is_understood", "test_workers_at_once_send_each_postback_once"],
    # Where a warning about Redis comes in between, it takes Redis' address for a visitor's.
    "identity": ["test_a_login_and_its_refusal_name_the_account"],
}


@pytest.fixture(scope="module")
def previous(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if (release := previous_release()) is None:
        pytest.skip("this folder has no history of an earlier release; PAIRWISE_PREVIOUS may name a commit")
    folder = tmp_path_factory.mktemp("previous")
    check_out(release, folder)
    return folder


@pytest.mark.parametrize("service", service_names())
def test_its_tests_pass_on_this_schema(previous: Path, service: str) -> None:
    tests = previous / "services" / service / "tests" / "integration"
    if not tests.is_dir():
        pytest.skip(f"{service} is new in this release")
    source = "".join(file.read_text() for file in tests.rglob("*.py"))
    exceptions = [*WITHDRAWN.get(service, []), *UNSTEADY.get(service, [])]
    assert [name for name in exceptions if f"def {name}(" not in source] == [], "an exception that is over"
    left_out = " and ".join(f"not {name}" for name in (*SCHEMA, *exceptions))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", left_out, str(tests)]
    done = subprocess.run(command, cwd=previous, env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
