"""A fault of a site's folder, and lines of YAML."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

FIRST_LINE = re.compile(r"^line (\d+): (.*)", re.DOTALL)


@dataclass(frozen=True, order=True)
class Fault:
    """A fault at a line of a file."""

    file: Path
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}"


def unreadable(path: Path, error: Exception) -> Fault:
    """The fault of a file that is no YAML, has a key twice, or cannot be read."""
    mark = getattr(error, "problem_mark", None)
    if mark is not None:
        return Fault(path, mark.line + 1, f"is no YAML: {getattr(error, 'problem', None) or 'malformed'}")
    if found := FIRST_LINE.match(str(error)):
        return Fault(path, int(found[1]), found[2])
    return Fault(path, 1, f"cannot be read: {error}")


def tree_of(path: Path) -> yaml.Node | None:
    """The nodes of a file of YAML, which know their lines; None of a malformed one."""
    try:
        return yaml.compose(path.read_text("utf-8"), yaml.SafeLoader)
    except yaml.YAMLError:
        return None


def line_of(tree: yaml.Node | None, location: Sequence[int | str]) -> int:
    """The line of the innermost node that the location leads to: of its key where it has one."""
    line, node = 1, tree
    for step in location:
        if isinstance(node, yaml.MappingNode):
            pair = next((pair for pair in node.value if str(pair[0].value) == str(step)), None)
            if pair is None:
                continue  # a missing field, or a part of the path that is of the check's own
            line, node = pair[0].start_mark.line + 1, pair[1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
            node = node.value[step]
            line = node.start_mark.line + 1
    return line
