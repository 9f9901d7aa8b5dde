"""Python programs as forks of supervisord."""

import os
import signal
import subprocess
import sys
from pathlib import Path

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
PARENT = """
import os, signal, sys
from runner.forking import ForkingOptions, preload
from runner.paths import PYTHON
assert preload() == []
signal.signal(signal.SIGTERM, lambda *_: None)
pid = os.fork()
if pid == 0:
    command = [str(PYTHON), "-m", "program", sys.argv[1]]
    ForkingOptions.execve(None, command[0], command, dict(os.environ, GIVEN="yes", HIDDEN=""))
print("status", os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
"""
ENVIRONMENT = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, PYTHON_PATH))}


def become(folder: Path, program: str, argument: str) -> "subprocess.CompletedProcess[str]":
    """What a fork prints that becomes this program; the last line is its status."""
    (folder / "program.py").write_text(program)
    path = os.pathsep.join([str(folder), ENVIRONMENT["PYTHONPATH"]])
    command, variables = [str(PYTHON), "-c", PARENT, argument], ENVIRONMENT | {"PYTHONPATH": path}
    return subprocess.run(command, env=variables, capture_output=True, text=True, check=True)


@pytest.mark.parametrize(("argument", "status"), [("three", 3), ("text", 1), ("none", 0), ("raise", 1)])
def test_a_fork_becomes_the_program_and_ends_with_its_status(tmp_path: Path, argument: str, status: int) -> None:
    done = become(tmp_path, PROGRAM, argument)
    lines = done.stdout.splitlines()
    assert lines[0] == f"yes  ['{argument}'] __main__"
    assert lines[-1] == f"status {status}"
    assert ("finished" in lines) == (argument != "raise")
    assert ("a reason" in done.stderr) == (argument == "text")
    assert ("on purpose" in done.stderr) == (argument == "raise")


def test_a_fork_ends_at_sigterm_though_its_parent_handles_it(tmp_path: Path) -> None:
    done = become(tmp_path, "import os, signal\nos.kill(os.getpid(), signal.SIGTERM)\n", "x")
    assert done.stdout.splitlines() == [f"status {-signal.SIGTERM}"]


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
