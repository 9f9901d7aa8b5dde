"""The commands of a clean clone run before anything is installed."""

import subprocess
import sys

import pytest
from runner.paths import ROOT


@pytest.mark.parametrize("module", ["runner.testing.command", "runner.setup.command"])
def test_it_needs_nothing_but_python(module: str) -> None:
    begin = f"import sys; sys.path.insert(0, {str(ROOT / 'scripts')!r}); import {module}"
    # Isolated and without site packages.
    done = subprocess.run([sys.executable, "-I", "-S", "-c", begin], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
