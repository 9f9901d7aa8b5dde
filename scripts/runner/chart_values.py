"""`scripts/pairwise chart values`: write the files that helm/values/values.yaml describes.

From the one description come the chart's defaults (values.yaml), its closed JSON Schema (values.schema.json) and the
table of values in its README. tests/chart/test_values.py fails when one of them is not current.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml
from shared.registry import services
from shared.sites import Site

from runner.paths import ROOT

SOURCE = ROOT / "helm" / "values" / "values.yaml"
CHART = ROOT / "helm" / "pairwise"
HEAD = (
    "# Made by scripts/pairwise chart values from helm/values/values.yaml. README.md beside this lists every value.\n"
)
BEGIN, END = "<!-- values: made by scripts/pairwise chart values -->\n", "<!-- end of values -->\n"
# Values of each kind of process that one process may have, too, with their schemas.
OF_PROCESSES = {"replicas": "count", "poolSize": "poolSize"}
KEYS = {"about", "default", "schema", "use", "partial", "values", "each"}
Json = dict[str, Any]


@dataclass(frozen=True)
class Node:
    """A value, or a group of values when it has children."""

    about: str
    default: Any
    schema: Json | None  # None for a group
    children: Mapping[str, "Node"] = field(default_factory=dict)
    # Values that may be given here and have no default here: those of `pods` for one process.
    partial: Mapping[str, "Node"] = field(default_factory=dict)

    @property
    def is_leaf(self) -> bool:
        return self.schema is not None


class Description:
    """The parsed description. Raises KeyError for a group or a schema that it does not define."""

    def __init__(self, source: Path = SOURCE) -> None:
        self._document = yaml.safe_load(source.read_text())

    @cached_property
    def root(self) -> Node:
        return Node("", None, None, self._nodes(self._document["values"]))

    def _nodes(self, described: Mapping[str, Json]) -> dict[str, Node]:
        return {name: self._node(entry) for name, entry in described.items()}

    def _node(self, entry: Json) -> Node:
        if unknown := entry.keys() - KEYS:
            raise KeyError(f"{unknown} in {entry}")
        about = entry.get("about", "")
        if entry.get("each") == "process":
            return self._for_each_process(about, entry["default"])
        if "default" in entry or "schema" in entry:
            return Node(about, entry["default"], self._schema(entry))
        children = {name: node for group in entry.get("use", ()) for name, node in self._group(group).items()}
        children |= self._nodes(entry.get("values", {}))
        partial = {name: node for group in entry.get("partial", ()) for name, node in self._group(group).items()}
        return Node(about, None, None, children, {name: node for name, node in partial.items() if name not in children})

    def _group(self, name: str) -> dict[str, Node]:
        return self._nodes(self._document["groups"][name])

    def _for_each_process(self, about: str, default: Any) -> Node:
        one = self._group("pods") | self._group("account") | self._group("scaling")
        one |= {name: Node("", None, self._schema({"schema": f"${kind}"})) for name, kind in OF_PROCESSES.items()}
        process = Node("", None, None, partial=one)
        of_services = {
            service.name: Node("", None, None, partial=dict.fromkeys(service.processes, process))
            for service in services()
        }
        return Node(about, default, self.schema_of(Node("", None, None, partial=of_services)))

    def _schema(self, entry: Json) -> Json:
        given = entry.get("schema")
        if isinstance(given, str):
            if given[1:] not in self._document["schemas"]:
                raise KeyError(given)
            return {"$ref": f"#/$defs/{given[1:]}"}
        if given is not None:
            return dict(given)
        kinds = {bool: "boolean", int: "integer", str: "string"}
        return {"type": kinds[type(entry["default"])]}

    def schema_of(self, node: Node, *, has_defaults: bool = True) -> Json:
        if node.schema is not None:
            return node.schema | ({"description": node.about} if node.about else {})
        properties = {name: self.schema_of(child, has_defaults=False) for name, child in node.partial.items()}
        properties |= {name: self.schema_of(child, has_defaults=has_defaults) for name, child in node.children.items()}
        described = {"description": node.about} if node.about else {}
        # Helm takes a value that is null for one that is not there; a group without it would be rendered with nothing.
        needed = [name for name, child in node.children.items() if not self._may_be_null(child)]
        required = {"required": needed} if needed and has_defaults else {}
        return {"type": "object", "additionalProperties": False, **described, **required, "properties": properties}

    def _may_be_null(self, node: Node) -> bool:
        schema = node.schema or {}
        given = self._document["schemas"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
        return "null" in given.get("type", ())

    def schema(self) -> Json:
        whole = self.schema_of(self.root)
        # Helm hands subcharts and parents `global`.
        whole["properties"]["global"] = {"type": "object"}
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Values of the Pairwise chart",
            **whole,
            "$defs": self._document["schemas"] | _site(),
        }

    def leaves(self) -> Iterator[tuple[str, Node]]:
        """Every value that has a default, by its path."""
        yield from _leaves("", self.root)


def _site() -> Json:
    """The definitions by which site documents are validated, from the class that the services read them with."""
    schema = Site.model_json_schema(ref_template="#/$defs/{model}")
    return {"site": schema, **schema.pop("$defs")}


def _leaves(prefix: str, node: Node) -> Iterator[tuple[str, Node]]:
    for name, child in node.children.items():
        if child.is_leaf:
            yield f"{prefix}{name}", child
        else:
            yield from _leaves(f"{prefix}{name}.", child)


def defaults_text(description: Description) -> str:
    return HEAD + "".join(_lines(description.root, 0))


def _lines(node: Node, depth: int) -> Iterator[str]:
    indent = "  " * depth
    for name, child in node.children.items():
        if depth == 0 and (child.children or child.partial):
            yield "\n"
        if child.about:
            yield f"{indent}# {child.about}\n"
        if child.is_leaf:
            yield f"{indent}{name}: {_flow(child.default)}\n"
        elif child.children:
            yield f"{indent}{name}:\n"
            yield from _lines(child, depth + 1)
        else:
            yield f"{indent}{name}: {{}}\n"


def _flow(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def table(description: Description) -> str:
    lines = ["| value | default | meaning |", "|---|---|---|"]
    seen: set[str] = set()
    for name, node in description.root.children.items():
        if not node.is_leaf and node.about:
            lines.append(f"| **`{name}`** | | {_cell(node.about)} |")
        for path, leaf in _leaves(f"{name}.", node) if not node.is_leaf else [(name, node)]:
            lines.append(f"| `{path}` | `{_cell(_flow(leaf.default))}` | {_cell(leaf.about)} |")
            seen.add(path)
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;") if not text.startswith('"') else text.replace("|", "\\|")


def readme_with(text: str, description: Description) -> str:
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table(description)}\n{END}{after}"


def made() -> dict[Path, str]:
    """The expected content of each file."""
    description = Description()
    readme = CHART / "README.md"
    return {
        CHART / "values.yaml": defaults_text(description),
        CHART / "values.schema.json": json.dumps(description.schema(), indent=1, ensure_ascii=False) + "\n",
        readme: readme_with(readme.read_text(), description),
    }


def main() -> int:
    for file, text in made().items():
        file.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
