"""YAML where a key given twice is an error; the usual loader lets the last one win silently."""

from pathlib import Path
from typing import Any

import yaml

# libyaml parses ten times as fast as Python does, and every process reads several files when it starts. PyYAML has it
# where it was built with it, as in all its wheels.
_SafeLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# The key `<<`, whose value lends its keys to the mapping.
MERGE = "tag:yaml.org,2002:merge"


class _StrictLoader(_SafeLoader):  # type: ignore[misc]
    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [self.construct_object(key, deep=True) for key, _ in node.value if key.tag != MERGE]
        for key in keys:
            if keys.count(key) > 1:
                raise ValueError(f"line {node.start_mark.line + 1}: key {key!r} is given twice")
        made: dict[Any, Any] = super().construct_mapping(node, deep)
        return made


def read_yaml(path: Path) -> Any:
    """The content of a YAML file. Raises yaml.YAMLError for a malformed one, and for a key given twice."""
    return yaml.load(path.read_text("utf-8"), _StrictLoader)  # noqa: S506 - a safe loader
