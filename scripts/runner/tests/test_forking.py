"""Python programs as forks of supervisord."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from runner.paths import PYTHON, PYTHON_PATH

PROGRAM = """
import os, sys
print(os.environ.get("GIVEN"), os.environ.get("HIDDEN"), sys.argv[1:], __name__, flush=True)
if sys.argv[1] == "raise":
    raise RuntimeError("on purpose")
import atexit
atexit.register(lambda: print("finished", flush=True))
sys.exit({"three": 3, "text": "a reason", "none": None}[sys.argv[1]])
"""
# Importing the libraries takes seconds: one parent forks for all tests.
PARENT = """
import os, signal, sys
from runner.forking import ForkingOptions, preload
from runner.paths import PYTHON
assert preload() == []
signal.signal(signal.SIGTERM, lambda *_: None)
for line in sys.stdin:
    folder, argument = line.split()
    pid = os.fork()
    if pid == 0:
        for number, name in ((1, "stdout"), (2, "stderr")):
            os.dup2(os.open(f"{folder}/{name}", os.O_WRONLY | os.O_CREAT), number)
        sys.path.insert(0, folder)
        command = [str(PYTHON), "-m", "program", argument]
        ForkingOptions.execve(None, command[0], command, dict(os.environ, GIVEN="yes", HIDDEN=""))
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
"""
ENVIRONMENT = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, PYTHON_PATH))}
Parent = subprocess.Popen[str]


class Ended(NamedTuple):
    status: int
    stdout: list[str]
    stderr: str


@pytest.fixture(scope="module")
def parent() -> Iterator[Parent]:
    command, piped = [str(PYTHON), "-c", PARENT], subprocess.PIPE
    with subprocess.Popen(command, env=ENVIRONMENT, text=True, stdin=piped, stdout=piped) as running:
        yield running
        running.communicate()
    assert running.returncode == 0


def become(parent: Parent, folder: Path, program: str, argument: str) -> Ended:
    """How a fork ends that becomes this program, and what it prints."""
    (folder / "program.py").write_text(program)
    assert parent.stdin
    assert parent.stdout
    print(folder, argument, file=parent.stdin, flush=True)
    status = int(parent.stdout.readline())
    return Ended(status, (folder / "stdout").read_text().splitlines(), (folder / "stderr").read_text())


@pytest.mark.parametrize(("argument", "status"), [("three", 3), ("text", 1), ("none", 0), ("raise", 1)])
def test_a_fork_becomes_the_program_and_ends_with_its_status(
    parent: Parent, tmp_path: Path, argument: str, status: int
) -> None:
    done = become(parent, tmp_path, PROGRAM, argument)
    assert done.status == status
    assert done.stdout[0] == f"yes  ['{argument}'] __main__"
    assert ("finished" in done.stdout) == (argument != "raise")
    assert ("a reason" in done.stderr) == (argument == "text")
    assert ("on purpose" in done.stderr) == (argument == "raise")


def test_a_fork_ends_at_sigterm_though_its_parent_handles_it(parent: Parent, tmp_path: Path) -> None:
    done = become(parent, tmp_path, "import os, signal\nos.kill(os.getpid(), signal.SIGTERM)\n", "x")
    assert (done.status, done.stdout) == (-signal.SIGTERM, [])


def test_the_libraries_start_no_thread_and_open_nothing() -> None:
    code = """
import os, threading
from runner.forking import preload
before = set(os.listdir("/proc/self/fd"))
assert preload() == []
import sys
print(threading.active_count(), len(os.listdir("/proc/self/task")), len(set(os.listdir("/proc/self/fd")) - before))
print([name for name in sys.modules if name.split(".")[0] in ("shared", "identity", "chat", "pairwise")])
"""
    done = subprocess.run([sys.executable, "-c", code], env=ENVIRONMENT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["1 1 0", "[]"], "nothing of ours is imported, so a restart runs new code"
