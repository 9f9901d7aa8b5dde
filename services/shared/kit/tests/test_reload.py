"""The development image's process is replaced when its code changes."""

import os
import signal
import subprocess
import sys
from pathlib import Path

STARTED = "import os, time; print('started', open(os.environ['CODE']).read().strip(), flush=True); time.sleep(60)"


def test_a_changed_file_starts_the_process_anew_and_sigterm_ends_both(tmp_path: Path) -> None:
    code = tmp_path / "code.py"
    code.write_text("first")
    command = [sys.executable, "-c", STARTED]
    runner = f"from pathlib import Path; from shared.ops.reload import run; run({command!r}, Path({str(tmp_path)!r}))"
    environment = os.environ | {"CODE": str(code), "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, "-c", runner], stdout=subprocess.PIPE, text=True, env=environment
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "started first\n"
        code.write_text("second")
        os.utime(code, (2_000_000_000, 2_000_000_000))
        assert running.stdout.readline() == "started second\n"
        running.send_signal(signal.SIGTERM)
        # Its end closes the pipe that the command has inherited, too.
        assert running.stdout.read() == ""
        assert running.wait() == 0
