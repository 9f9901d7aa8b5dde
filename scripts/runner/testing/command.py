"""`scripts/test [--all | group ...] [-- pytest arguments]`."""

import argparse
import sys

from runner.setup.command import set_up
from runner.testing.groups import GROUPS, Lane
from runner.testing.run import run


def main() -> int:
    names = [group.name for group in GROUPS]
    parser = argparse.ArgumentParser(
        prog="scripts/test",
        description="Run the tests of the merge lane, all tests, or named groups. Only `cluster` needs a cluster.",
        epilog="Arguments after -- are passed to pytest.",
    )
    parser.add_argument("groups", nargs="*", metavar="group", help=f"run only these groups: {', '.join(names)}")
    parser.add_argument(
        "--all",
        action="store_true",
        help="add every screen in all sizes, kills, restore, upgrade, and fuzzing at length",
    )
    words, for_pytest = _split(sys.argv[1:])
    given = parser.parse_args(words)
    if unknown := set(given.groups) - set(names):
        parser.error(f"no such group: {', '.join(sorted(unknown))}")
    lanes = {Lane.MERGE, Lane.ALL} if given.all else {Lane.MERGE}
    groups = [
        group
        for group in GROUPS
        if (group.name in given.groups if given.groups else group.lane in lanes and group.exists())
    ]
    if (code := set_up(list(dict.fromkeys(step for group in groups for step in group.steps)))) != 0:
        return code
    return 0 if run(groups, for_pytest, at_length=given.all) else 1


def _split(words: list[str]) -> tuple[list[str], list[str]]:
    """The arguments before `--`, and those after it."""
    end = words.index("--") if "--" in words else len(words)
    return words[:end], words[end + 1 :]
