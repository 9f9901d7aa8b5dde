"""`scripts/test [group ...] [-- pytest arguments]`."""

import argparse
import sys

from runner.setup.command import set_up
from runner.testing.groups import GROUPS, Group
from runner.testing.run import run


def main() -> int:
    names = [group.name for group in GROUPS]
    parser = argparse.ArgumentParser(
        prog="scripts/test", description="Run all tests that need no Docker and no cluster, or some groups of them."
    )
    parser.add_argument(
        "groups", nargs="*", metavar="group", help=f"default: all but those on demand; one of: {', '.join(names)}"
    )
    words, for_pytest = _split(sys.argv[1:])
    chosen = parser.parse_args(words).groups
    if unknown := set(chosen) - set(names):
        parser.error(f"no such group: {', '.join(sorted(unknown))}")
    groups = [group for group in GROUPS if group.name in chosen or (not chosen and _runs_by_default(group))]
    if (code := set_up(list(dict.fromkeys(step for group in groups for step in group.steps)))) != 0:
        return code
    return 0 if run(groups, for_pytest) else 1


def _runs_by_default(group: Group) -> bool:
    return group.exists() and not group.is_on_demand


def _split(words: list[str]) -> tuple[list[str], list[str]]:
    """The arguments before `--`, and those after it."""
    end = words.index("--") if "--" in words else len(words)
    return words[:end], words[end + 1 :]
