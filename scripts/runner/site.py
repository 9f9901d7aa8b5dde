"""`scripts/pairwise site`: brands as folders, checked, compared and put in force in a running instance.

The folder has `<key>/site.yaml` (or `<key>.yaml`) for each brand, and beside it what the brand has of its own.
PAIRWISE_HOME chooses the instance.
"""

import argparse
import getpass
import re
import sys
from base64 import b64encode
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import yaml
from shared.sites import Site
from shared.sites.checking import Checked, check_sites, coverage_lines

from runner.home import Home
from runner.instance import Instance
from runner.new_site import new_document
from runner.prepare import write_gateway_configuration
from runner.site_plan import changes, file_changes
from runner.site_versions import DOCUMENT, Files, SiteVersions, folders_in

# Local instances are reached there (runner/instance.py), and a process looks for the site of that address.
OWN_HOST = "localhost"
LIVE = "Every process reads it within ten seconds."
Plan = Mapping[str, Mapping[str, list[str]]]


def check(given: argparse.Namespace) -> int:
    """Name every fault with its file and line."""
    checked = check_sites(given.folder)
    for line in coverage_lines(checked):
        _say(line)
    return _tell(checked) or _say(f"{', '.join(checked.sites) or 'no site'}: nothing is wrong")


def plan(given: argparse.Namespace) -> int:
    """Say what changes for members, prices, texts, languages and contrast."""
    checked = check_sites(given.folder)
    before = _versions().folders()
    _print(_plan(before, _after(before, checked, given)))
    for line in coverage_lines(checked):
        _say(line)
    return _tell(checked)


def apply(given: argparse.Namespace) -> int:
    """Put the sound brands in force; a brand with faults stays as it was."""
    versions, checked = _versions(), check_sites(given.folder)
    before = versions.folders()
    after = _after(before, checked, given)
    if _is_running() and not any(OWN_HOST in _site(files).hosts for files in after.values()):
        print(f"No site would answer to {OWN_HOST}, where this instance is reached.", file=sys.stderr)
        return 1
    if found := _plan(before, after):
        number = versions.apply(after, given.by, found)
        _print(found)
        _say(f"Version {number} is in force. {LIVE}")
        _follow()
    else:
        _say("Nothing changes.")
    return _tell(checked)


def rollback(given: argparse.Namespace) -> int:
    """Put the version before the last change in force."""
    try:
        number = _versions().roll_back(given.by)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    _follow()
    return _say(f"Version {number} is in force. {LIVE}")


def values(given: argparse.Namespace) -> int:
    """Print the sound brands as values of the chart."""
    checked = check_sites(given.folder)
    sites = {key: files for key, files in folders_in(given.folder).items() if key in checked.sites}
    documents = {key: checked.sites[key].model_dump(mode="json", exclude_unset=True) for key in sites}
    others = {
        key: {name: b64encode(content).decode() for name, content in files.items() if name != DOCUMENT}
        for key, files in sites.items()
    }
    print(
        yaml.safe_dump({"sites": {"documents": documents, "files": {key: own for key, own in others.items() if own}}})
    )
    return _tell(checked)


def new(given: argparse.Namespace) -> int:
    """Write a first document."""
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", given.key):
        print("A key has small letters, digits and hyphens.", file=sys.stderr)
        return 2
    path = given.folder / given.key / "site.yaml"
    known = [*check_sites(given.folder).sites.values(), *map(_site, _versions().folders().values())]
    pool = 1 + max((site.pool for site in known), default=0)
    try:
        text = new_document(
            given.name, given.host, given.country.upper(), given.company, pool, str(datetime.now(UTC).date())
        )
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x") as file:
            file.write(text)
    except (ValueError, FileExistsError) as error:
        print(error, file=sys.stderr)
        return 1
    return _say(f"{path} is written: replace each TODO, then `scripts/pairwise site check {given.folder}`.")


def _versions() -> SiteVersions:
    return Home.from_environment().sites


def _site(files: Files) -> Site:
    return Site.model_validate(yaml.safe_load(files[DOCUMENT]))


def _after(before: Mapping[str, Files], checked: Checked, given: argparse.Namespace) -> dict[str, Files]:
    """The sites once the folder is applied. What is not in it is taken away by `--only` alone."""
    kept = {key: files for key, files in before.items() if not given.only or key in checked.faults}
    return kept | {key: files for key, files in folders_in(given.folder).items() if key in checked.sites}


def _plan(before: Mapping[str, Files], after: Mapping[str, Files]) -> Plan:
    found = {}
    for key in dict.fromkeys([*before, *after]):
        one, other = before.get(key, {}), after.get(key, {})
        found[key] = changes(*(_site(files) if files else None for files in (one, other))) | file_changes(one, other)
    return {key: subjects for key, subjects in found.items() if subjects}


def _print(plan: Plan) -> None:
    for key, subjects in plan.items():
        print(key)
        for subject, lines in subjects.items():
            print(f"  {subject}", *(f"    {line}" for line in lines), sep="\n")


def _tell(checked: Checked) -> int:
    for faults in checked.faults.values():
        print(*faults, sep="\n", file=sys.stderr)
    return int(bool(checked.faults))


def _say(text: str) -> int:
    print(text)
    return 0


def _is_running() -> bool:
    """Whether an instance was started from this home."""
    return bool(Home.from_environment().recall("ports", {}))


def _follow() -> None:
    """Let the gateway of an instance answer to the hosts in force."""
    if _is_running():
        write_gateway_configuration(Instance.started_from(Home.from_environment()))


def main(arguments: list[str]) -> int:
    """Run one of the commands. Returns its status: 1 if a document has faults."""
    parser = argparse.ArgumentParser(prog="scripts/pairwise site", description=__doc__)
    commands = parser.add_subparsers(required=True)
    for command in (check, plan, apply, rollback, values, new):
        own = commands.add_parser(command.__name__, help=command.__doc__)
        own.set_defaults(run=command)
        if command is not rollback:
            own.add_argument("folder", type=Path, help="folder of the brands")
        if command in (plan, apply):
            own.add_argument("--only", action="store_true", help="take away the sites that the folder does not have")
        if command in (apply, rollback):
            own.add_argument("--by", default=getpass.getuser(), help="name for the record of changes")
        if command is new:
            own.add_argument("key", help="key of the brand, which no other has")
            for name in ("name", "host", "country", "company"):
                own.add_argument(f"--{name}", required=True)
    given = parser.parse_args(arguments)
    if hasattr(given, "folder") and given.run is not new and not given.folder.is_dir():
        parser.error(f"{given.folder} is no folder")
    status: int = given.run(given)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
