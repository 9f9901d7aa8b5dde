"""Environment variables of programs that have no Settings."""

import os
import sys


def variable(name: str) -> str:
    """The value of an environment variable. Ends the program with one line if it is not set or is empty."""
    return os.environ.get(name) or sys.exit(f"{name} is not set.")
