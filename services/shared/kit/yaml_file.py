"""YAML where a key given twice is an error; the usual loader lets the last one win silently."""

from pathlib import Path
from typing import Any

import yaml


class _StrictLoader(yaml.SafeLoader):
    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        for key in keys:
            if keys.count(key) > 1:
                raise ValueError(f"line {node.start_mark.line + 1}: key {key!r} is given twice")
        return super().construct_mapping(node, deep)


def read_yaml(path: Path) -> Any:
    return yaml.load(path.read_text(), _StrictLoader)  # noqa: S506 - a safe loader
