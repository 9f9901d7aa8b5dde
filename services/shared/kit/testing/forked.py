"""Processes of their own for tests, forked from one that has imported the code: 20 ms each instead of two seconds.

A program that starts so runs as on a laptop, where all are forks of the supervisor. Tests of the start itself, and of
commands, start Python.
"""

import importlib
import multiprocessing
import os
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path
from unittest.mock import patch


def start(
    module: str,
    *arguments: str,
    environment: Mapping[str, str],
    imported: Sequence[str] = (),
    log: Path | None = None,
) -> ForkServerProcess:
    """Call `main` of this module with these arguments in a new process, which has exactly this environment.

    `imported` are modules that all processes of the run have before they begin; the first call decides. Output is
    appended to `log`, or goes where that of the tests goes. End and join the process before the test ends.
    """
    process = _context(*imported).Process(target=_run, args=(module, arguments, dict(environment), log))
    process.start()
    return process


@cache
def _context(*modules: str) -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(modules))
    # The server takes its search path from the environment only.
    with patch.dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path)):
        context.Process().start()
    return context


def _run(module: str, arguments: Sequence[str], environment: Mapping[str, str], log: Path | None) -> None:
    if log:
        output = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        os.dup2(output, 1)
        os.dup2(output, 2)
    os.environ.clear()
    os.environ.update(environment)
    importlib.import_module(module).main(*arguments)
