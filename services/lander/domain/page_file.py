"""A page as a file: its document in YAML, named by its slug (`spring.yaml`)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import yaml
from shared.languages import Locale

from lander.domain.document import PageDocument
from lander.domain.draft import draft_problems, read_draft
from lander.domain.publication import Problem

SUFFIX = ".yaml"
# As the desk takes it (gateway/routes.yaml).
LARGEST_FILE = 200_000


@dataclass(frozen=True)
class ReadPage:
    """A file that was read: its document, or what is wrong with it and where. `not_ready` does not hinder saving, but
    publishing."""

    document: PageDocument | None
    faults: Sequence[Problem]
    not_ready: Sequence[Problem] = ()


class _StrictLoader(yaml.SafeLoader):
    """A key given twice is a fault; the usual loader lets the last one win silently."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen = set()
        for key, _ in node.value:
            if (name := str(key.value)) in seen:
                raise yaml.MarkedYAMLError(problem=f"{name} is given twice", problem_mark=key.start_mark)
            seen.add(name)
        return super().construct_mapping(node, deep)


def written(document: Mapping[str, Any]) -> str:
    """The text of a file, the same for the same document."""
    return yaml.safe_dump(dict(document), sort_keys=False, allow_unicode=True, width=10_000)


def read_page(slug: str, text: str, languages: Sequence[Locale]) -> ReadPage:
    """Read the text of a file and check it as the desk checks a page that is being written, but for its weight and for
    whether the site has its pictures: publishing looks for those."""
    if len(text.encode()) > LARGEST_FILE:
        return ReadPage(None, [Problem("file_too_large", "")])
    try:
        given = yaml.load(text, _StrictLoader)  # noqa: S506 - a safe loader
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        return ReadPage(None, [Problem(f"not YAML ({error.problem})", f"line {line}")])
    except (yaml.YAMLError, ValueError):
        return ReadPage(None, [Problem("not YAML", "")])
    if not isinstance(given, dict) or not all(isinstance(key, str) for key in given):
        return ReadPage(None, [Problem("not a page document", "")])
    document, faults = read_draft(given)
    if document is None:
        return ReadPage(None, faults)
    found = draft_problems(slug, document, languages, 0, datetime.now(UTC), document.hashes())
    stops = [each for each in found if each.code == "slug_not_free"]
    return ReadPage(document, stops, [each for each in found if each not in stops])
