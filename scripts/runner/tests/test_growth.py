"""The table of growth criteria names tests that there are, and variables that they read."""

import pytest
from runner.paths import ROOT
from runner.testing.growth import BENCHES, CRITERIA, Criterion

EVERY_CRITERION = pytest.mark.parametrize("criterion", CRITERIA, ids=lambda criterion: criterion.name.partition(":")[0])


@EVERY_CRITERION
def test_its_tests_are_there(criterion: Criterion) -> None:
    for test in criterion.tests:
        path, _, name = test.partition("::")
        assert f"def {name}" in (ROOT / path).read_text("utf-8")


@EVERY_CRITERION
def test_its_sizes_are_read_by_its_tests(criterion: Criterion) -> None:
    texts = [(ROOT / test.partition("::")[0]).read_text("utf-8") for test in criterion.tests]
    for variable in criterion.full:
        assert any(f'os.environ.get("{variable}"' in text for text in texts)


def test_its_benches_are_there() -> None:
    assert all((ROOT / bench.split()[0]).is_file() for bench in BENCHES)
