"""Subjects of commits: `component: verb ...`, imperative, lower case, at most 60 characters.

With a file it checks the message in it, as a commit-msg hook does; without one, the subjects of all commits that were
made with this check in place. An archive has none.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve()
LONGEST = 60
FORM = re.compile(r"[a-z][a-z0-9-]*(?:(?:, |/)[a-z][a-z0-9-]*)*: (?P<first>[a-z-]+)(?: .*[^.\s])?")
# Git's own, for merges, reverts and commits that a rebase takes up.
BY_GIT = re.compile(r"Merge |Revert \"|(?:fixup|squash|amend)! ")
# Articles, pronouns, question words and others that begin a statement.
NO_VERBS = re.compile(
    r"an?|the|one|two|this|that|these|those|it|its|they|their|he|she|his|her|we|our|you|your|i|my|who(?:ever)?|what(?:ever)?|"
    r"which|why|when|where|how|whether|if|no|not|all|any|some|each|every|both|n?either|there|here|now|then|of|with|"
    r"without|by|for|from|in|on|at|to|as|after|before|beside|between|while|is|are|was|were|be|has|have|had|can|may|must|"
    r"will|would|should"
)
# Third person, past and participle by their last letters, and imperatives with the same ones.
OTHER_FORM = re.compile(r".*(?:ed|ing|[^s]s)")
VERBS = {"embed", "feed", "need", "seed", "speed", "shed", "bring", "ping", "ring", "focus", "bias", "alias"}


def faults(subject: str) -> Iterator[str]:
    """What is wrong with a subject, one line each."""
    if BY_GIT.match(subject):
        return
    if len(subject) > LONGEST:
        yield f"{len(subject)} characters, at most {LONGEST}"
    if not (form := FORM.fullmatch(subject)):
        yield "write `component: verb ...` in lower case, without a full stop"
        return
    first = form["first"]
    if NO_VERBS.fullmatch(first) or (OTHER_FORM.fullmatch(first) and first not in VERBS):
        yield f"begin with a verb in the imperative instead of `{first}`"


def subjects() -> Iterator[tuple[str, str]]:
    """Abbreviated name and subject of each commit that descends from the one that added this file."""
    added = _git("log", "--diff-filter=A", "--format=%H", "--", HERE.name).split()
    if added:
        for line in _git("log", "--no-merges", "--ancestry-path", "--format=%h %s", f"{added[-1]}..HEAD").splitlines():
            name, _, subject = line.partition(" ")
            yield name, subject


def _git(*arguments: str) -> str:
    """What git prints; nothing without git or history."""
    try:
        return subprocess.run(["git", *arguments], cwd=HERE.parent, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def main(arguments: list[str]) -> int:
    message = Path(arguments[0]).read_text("utf-8") if arguments else ""
    checked = [("", message.partition("\n")[0])] if arguments else list(subjects())
    found = [(name, subject, fault) for name, subject in checked for fault in faults(subject)]
    for name, subject, fault in found:
        print(f"{name} {subject}: error: {fault}".strip())
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
