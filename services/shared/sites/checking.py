"""Faults of sites, each with its file and line. A fault of one site does not hide those of another."""

import difflib
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from shared.registry import read_yaml, site_documents, site_files
from shared.sites.brand_checking import brand_faults
from shared.sites.document import Document
from shared.sites.fault import Fault, line_of, tree_of, unreadable
from shared.sites.language_checking import Coverage, coverage_of, language_faults
from shared.sites.model import Site


@dataclass
class Checked:
    """The sound sites of a folder by their key, and the faults of the others, which no process would take."""

    sites: dict[str, Site] = field(default_factory=dict)
    faults: dict[str, list[Fault]] = field(default_factory=dict)
    # What the sound ones have of the languages of their own.
    coverage: dict[str, list[Coverage]] = field(default_factory=dict)


def check_sites(folder: Path) -> Checked:
    """Check every site of a folder, alone and against the others."""
    checked = Checked()
    hosts: dict[str, str] = {}
    for key, path in site_documents(folder).items():
        try:
            site = Site.model_validate(read_yaml(path))
        except ValidationError as error:
            checked.faults[key] = sorted(_of_validation(path, error))
        except (yaml.YAMLError, ValueError, OSError) as error:
            checked.faults[key] = [unreadable(path, error)]
        else:
            # The first by its name keeps a host that two claim, so that one mistake stops one site.
            line = line_of(tree_of(path), ("hosts",))
            taken = [
                Fault(path, line, f"hosts: {host} is a host of {hosts[host]}")
                for host in site.hosts
                if hosts.get(host, key) != key
            ]
            files = site_files(folder, key)
            if faults := [*taken, *brand_faults(site, files), *language_faults(site, path, files)]:
                checked.faults[key] = faults
            else:
                checked.coverage[key] = list(coverage_of(site, files))
                checked.sites[key] = site
                hosts |= dict.fromkeys(site.hosts, key)
    return checked


def _of_validation(path: Path, error: ValidationError) -> Iterator[Fault]:
    tree = tree_of(path)
    for each in error.errors(include_url=False):
        if each["type"] == "default_factory_not_called":
            continue  # a consequence of the other faults
        location = each["loc"] or _named(tree, each["msg"])
        name = ".".join(map(str, each["loc"]))
        yield Fault(path, line_of(tree, location), f"{name}: {_said(each)}" if name else _said(each))


def _said(error: Any) -> str:
    match error["type"]:
        case "missing":
            return "is missing"
        case "extra_forbidden":
            known = sorted({name for model in _models() for name in model.model_fields})
            near = difflib.get_close_matches(str(error["loc"][-1]), known, 1)
            return f"is no field of a site{f'; did you mean {near[0]}?' if near else ''}"
        case _:
            text = str(error["msg"]).removeprefix("Value error, ")
            return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def _models(base: type[Document] = Document) -> Iterator[type[Document]]:
    for model in base.__subclasses__():
        yield model
        yield from _models(model)


def _named(tree: yaml.Node | None, message: str) -> tuple[str, ...]:
    """The field of the document that a message about the whole names first."""
    if not isinstance(tree, yaml.MappingNode):
        return ()
    words = re.findall(r"[a-z_]+", message)
    fields = {str(key.value) for key, _ in tree.value}
    return next(((name,) for word in words for name in (word, f"{word}s") if name in fields), ())


def coverage_lines(checked: Checked) -> list[str]:
    """A line for each language of a site's own: how much of it there is, and what is shown in English."""
    return [f"{key}: {each}" for key, found in checked.coverage.items() for each in found]


def main(folder: str) -> int:
    """Print the faults of a folder. Returns 1 if there is one, or no document."""
    checked = check_sites(Path(folder))
    print(*(fault for faults in checked.faults.values() for fault in faults), sep="\n", end="\n" * bool(checked.faults))
    print(*coverage_lines(checked), f"{', '.join(checked.sites) or 'no site'}: nothing is wrong", sep="\n")
    return int(bool(checked.faults) or not checked.sites)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
