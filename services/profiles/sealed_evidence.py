"""Sealed evidence of pictures on hash lists: `python -m profiles.sealed_evidence COMMAND`, with profiles' variables.

    list                                                      number, date, site, list; no picture and no member
    export NUMBER FOLDER --by NAME --second NAME --why TEXT   writes picture.webp and facts.json, for the authority
    report NUMBER --to AUTHORITY --reference TEXT --by NAME   notes that it was reported

Two people export: both names and the reason are logged before a byte is written. docs/illegal-pictures.md has the way.
"""

import argparse
import base64
import json
import os
import sys
from pathlib import Path

from shared.kit.core import SealingKeys, log_security_event, set_up_logs, variable
from shared.kit.db import Database

from profiles.security_events import Action
from profiles.storage import ProfilesUnit


class Refused(Exception):
    """The command is refused and nothing was written; the text says why."""


def main(arguments: list[str] | None = None) -> int:
    given = parser().parse_args(arguments)
    try:
        with ProfilesUnit(Database(variable("DATABASE_URL"))) as uow:
            match given.command:
                case "export":
                    content = _open(uow, given)
                case "report":
                    if not uow.evidence.note_report(given.number):
                        raise Refused(f"there is no evidence {given.number}")
                    note = f"{given.to}: {given.reference}"
                    uow.evidence.record("report", str(given.number), given.by, note=note)
                case _:
                    _print(uow)
            uow.commit()
        if given.command == "export":
            log_security_event(Action.EVIDENCE_EXPORT, operator=given.by, target_id=given.number)
            _write(given.folder, content)
    except Refused as refusal:
        print(refusal, file=sys.stderr)
        return 1
    return 0


def _print(uow: ProfilesUnit) -> None:
    for each in uow.evidence.all():
        reported = f"reported {each.reported_at:%Y-%m-%d}" if each.reported_at else "not reported"
        print(
            f"{each.number}\t{each.found_at:%Y-%m-%d %H:%M}\t{each.site}\t{each.place}\t{each.list_name}\t{reported}"
            f"\tuntil {each.kept_until:%Y-%m-%d}"
        )


def _open(uow: ProfilesUnit, given: argparse.Namespace) -> bytes:
    """The content, recorded in the transaction that the caller commits before it writes the content anywhere."""
    if given.by.strip().casefold() == given.second.strip().casefold() or not given.second.strip():
        raise Refused("two people export evidence: --by and --second are different")
    if given.folder.exists():
        raise Refused(f"{given.folder} exists already")
    sealed = uow.evidence.open(given.number)
    if sealed is None:
        raise Refused(f"there is no evidence {given.number}")
    uow.evidence.record("export", str(given.number), given.by, given.second, given.why)
    return SealingKeys.read(variable("EVIDENCE_KEYS")).open(sealed)


def _write(folder: Path, content: bytes) -> None:
    facts = json.loads(content)
    picture = base64.b64decode(facts.pop("picture"))
    folder.mkdir(mode=0o700)
    for name, written in (("picture.webp", picture), ("facts.json", json.dumps(facts, indent=2).encode())):
        with open(folder / name, "xb", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            file.write(written)
    print(f"written to {folder}: hand it over, then delete it")


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = made.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="print what is kept, without pictures and members")
    export = commands.add_parser("export", help="write a picture and its facts for the authority")
    export.add_argument("number", type=int)
    export.add_argument("folder", type=Path, help="a new folder")
    export.add_argument("--second", required=True, help="the name of the second person")
    export.add_argument("--why", required=True)
    report = commands.add_parser("report", help="note that evidence was reported")
    report.add_argument("number", type=int)
    report.add_argument("--to", required=True, help="the authority or hotline")
    report.add_argument("--reference", required=True, help="its number of the report")
    for each in (export, report):
        each.add_argument("--by", required=True, help="your name, for the log")
    return made


if __name__ == "__main__":
    set_up_logs("profiles", "operator")
    sys.exit(main(sys.argv[1:]))
