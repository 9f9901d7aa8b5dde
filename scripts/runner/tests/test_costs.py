"""Costs of processes: CPU, context switches and memory by name."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from runner.costs import Cost, lines, measure

BUSY = "import time\nprint(flush=True)\nwhile True: pass"


@pytest.fixture
def busy() -> Iterator[int]:
    process = subprocess.Popen([sys.executable, "-c", BUSY], stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    yield process.pid
    process.kill()
    process.wait()
    process.stdout.close()


def test_a_busy_process_has_spent_time_and_holds_memory(busy: int) -> None:
    found = measure({busy: "busy"}, os.getpid(), 0.5)
    assert found["busy"].processes == 1
    assert found["busy"].cpu > 0
    assert found["busy"].memory > 1_000_000
    assert found["supervisord"].processes == 1


def test_a_process_that_has_ended_costs_nothing() -> None:
    ended = subprocess.Popen(["true"])
    ended.wait()
    assert measure({ended.pid: "ended"}, os.getpid(), 0).keys() == {"supervisord"}


def test_the_dearest_is_first_and_the_sum_last() -> None:
    table = list(lines({"one": Cost(1, 2**20, 0.1, 5), "two": Cost(2, 2**21, 0.3, 10)}, 10))
    assert [line.split()[0] for line in table] == ["two", "one", "all"]
    assert " ".join(table[-1].split()[1:]) == "3 processes 3.0 MiB 4.00 % of a core 1.5 context switches a second"
