import os
import subprocess
import sys

import pytest
from shared.kit.core import faults

PROGRAM = """
import os
from shared.kit.core import faults
faults.arm(os.environ)
for turn in (1, 2, 3):
    faults.fault_point("shop.sale.committed")
    print(turn, flush=True)
"""


def run(**environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={"PYTHONPATH": os.pathsep.join(sys.path), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_a_fault_point_nothing_dies() -> None:
    assert run().stdout.split() == ["1", "2", "3"]


def test_a_process_dies_at_its_fault_point() -> None:
    died = run(PAIRWISE_FAULT="shop.sale.committed:2", PAIRWISE_ENV="test")

    assert (died.returncode, died.stdout.split()) == (137, ["1"])


def test_production_refuses_to_start_with_a_fault() -> None:
    assert run(PAIRWISE_FAULT="shop.sale.committed").returncode == 1, "without PAIRWISE_ENV it is production"
    refused = run(PAIRWISE_FAULT="shop.sale.committed", PAIRWISE_ENV="production")

    assert (refused.returncode, refused.stdout) == (1, "")
    assert "PAIRWISE_FAULT" in refused.stderr


def test_a_test_can_let_a_point_raise_and_see_which_were_reached() -> None:
    with faults.recording() as names, faults.raising("shop.sale.committed", times=2):
        faults.fault_point("shop.sale.committed")
        with pytest.raises(faults.Fault):
            faults.fault_point("shop.sale.committed")
        faults.fault_point("shop.sale.committed")

    assert names == ["shop.sale.committed"] * 3
