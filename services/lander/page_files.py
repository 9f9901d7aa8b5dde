"""Landing pages as files, for review in a repository and for moving them to another installation.

`python -m lander.page_files export SITE FOLDER` writes the newest version of each page of marketers to a file,
`apply SITE FOLDER --by MEMBER_ID [--publish] [--dry-run]` saves what differs as new versions.
"""

import argparse
import difflib
import sys
from pathlib import Path
from uuid import UUID

from shared.kit.core import set_up_logs
from shared.kit.db import Database
from shared.sites import Site, SiteDirectory

from lander.domain.document import PageDocument
from lander.domain.marketing_action import Marketer
from lander.domain.page_file import SUFFIX, read_page, written
from lander.domain.publication import PageState, state_of
from lander.storage import LanderUnit
from lander.usecases.apply_pages import AppliedPage, PageRefused, apply_pages
from lander.wiring import read_settings


class Refused(Exception):
    """The command is refused, and nothing was changed; each line says what and where."""


def main(arguments: list[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    settings = read_settings()
    uow = LanderUnit(Database(settings.database_url))
    try:
        site = _site(SiteDirectory(settings.sites_dir, settings.public_url), given.site)
        if given.command == "export":
            _export(uow, site, given.folder)
        else:
            _apply(uow, site, given)
    except Refused as refusal:
        print(refusal, file=sys.stderr)
        return 1
    return 0


def _site(sites: SiteDirectory, key: str) -> Site:
    if key not in sites.site_keys():
        raise Refused(f"there is no site {key}; there are {', '.join(sites.site_keys())}")
    return sites.get(key)


def _export(uow: LanderUnit, site: Site, folder: Path) -> None:
    """Write each page but those that were taken away. Files of other pages stay as they are."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    with uow.reading() as read:
        for page_id, slug in read.pages.all_of(site.key):
            state, _ = state_of(read.pages.publications(page_id), read.now())
            newest = next(iter(read.pages.versions(page_id)), None)
            if newest is None or state is PageState.RETIRED:
                continue
            document = PageDocument.model_validate(newest.document).stored()
            (folder / f"{slug}{SUFFIX}").write_text(written(document), "utf-8")
            count += 1
    print(f"{count} pages written")


def _apply(uow: LanderUnit, site: Site, given: argparse.Namespace) -> None:
    documents = _read(given.folder, site, publish=given.publish)
    marketer = Marketer(given.by, site.key)
    try:
        applied = apply_pages(uow, marketer, site, documents, publish=given.publish, is_trial=given.dry_run)
    except PageRefused as refusal:
        raise Refused(f"{refusal.slug}{SUFFIX}: {refusal.code}") from refusal
    for each in applied:
        _report(each)
    changed = sum(each.is_changed for each in applied)
    would = "would be " if given.dry_run else ""
    published = sum(each.is_published for each in applied)
    print(f"{changed} {would}saved, {len(applied) - changed} the same, {published} {would}published")


def _read(folder: Path, site: Site, *, publish: bool) -> dict[str, PageDocument]:
    """All pages of the folder. Raises Refused with every fault of every file."""
    files = sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []
    if not files:
        raise Refused(f"{folder}: no {SUFFIX} files")
    documents, lines = {}, []
    for file in files:
        try:
            text = file.read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            lines.append(f"{file.name}: not readable as UTF-8")
            continue
        page = read_page(file.stem, text, site.locales)
        faults = [*page.faults, *(page.not_ready if publish else ())]
        lines += [f"{file.name}: {place}{fault.code}" for fault in faults for place in [_place(fault.place)]]
        if page.document:
            documents[file.stem] = page.document
    if lines:
        raise Refused("\n".join(lines))
    return documents


def _place(place: str) -> str:
    return f"{place}: " if place else ""


def _report(page: AppliedPage) -> None:
    if page.is_changed:
        before, after = (written(each).splitlines() if each else [] for each in (page.before, page.after))
        name = f"{page.slug}{SUFFIX}"
        old = f"{name} (version {page.version - 1})" if page.before else "nothing"
        print("\n".join(difflib.unified_diff(before, after, old, f"{name} (version {page.version})", lineterm="")))
    if page.is_published:
        print(f"{page.slug}: version {page.version} published")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    export = commands.add_parser("export", help="write the newest version of each page to a file")
    apply = commands.add_parser("apply", help="save files that differ as new versions")
    for command in (export, apply):
        command.add_argument("site")
        command.add_argument("folder", type=Path)
    apply.add_argument("--by", type=UUID, required=True, help="the member id of the marketer, for the audit trail")
    apply.add_argument("--publish", action="store_true", help="let the versions be live, or ask for the second look")
    apply.add_argument("--dry-run", action="store_true", help="show what would change, and change nothing")
    return parser


if __name__ == "__main__":
    set_up_logs("lander", "page_files")
    raise SystemExit(main())
