"""Hash lists of known illegal pictures: `python -m profiles.hash_lists COMMAND`, with DATABASE_URL.

    import NAME FILE --kind KIND --source TEXT --by NAME    takes the place of the list of this name, as a whole
    list
    remove NAME --by NAME

FILE has one hexadecimal hash a line, or is a CSV file with the hash in its first column; `-` is the standard input.
KIND is md5, sha1 or sha256 of a file, or perceptual, as `shared.pictures.fingerprint` makes it.
"""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from shared.kit.core import log_security_event, set_up_logs, variable
from shared.kit.db import Database

from profiles.domain.hash_list import MOST_PERCEPTUAL, NAME, BadLine, HashKind, read_hashes
from profiles.security_events import Action
from profiles.storage import ProfilesUnit

SHOWN_EVERY = 100_000


class Refused(Exception):
    """The command is refused and nothing has changed; the text says why."""


def main(arguments: list[str] | None = None) -> int:
    given = parser().parse_args(arguments)
    try:
        with ProfilesUnit(Database(variable("DATABASE_URL"))) as uow:
            print(_do(uow, given))
            uow.commit()
    except (BadLine, Refused) as refusal:
        print(refusal, file=sys.stderr)
        return 1
    if given.command != "list":
        action = Action.HASH_LIST_IMPORT if given.command == "import" else Action.HASH_LIST_REMOVE
        log_security_event(action, operator=given.by, target_id=given.name)
    return 0


def _do(uow: ProfilesUnit, given: argparse.Namespace) -> str:
    match given.command:
        case "import":
            return _import(uow, given)
        case "remove":
            hashes = uow.hash_lists.remove(given.name)
            if hashes is None:
                raise Refused(f"there is no list {given.name}")
            uow.evidence.record("remove_list", given.name, given.by)
            return f"removed {given.name}: {hashes} hashes"
    lists = uow.hash_lists.all()
    return "\n".join(
        f"{each.name}\t{each.kind}\t{each.hashes} hashes\t{each.imported_at:%Y-%m-%d %H:%M}\t{each.source}"
        for each in lists
    )


def _import(uow: ProfilesUnit, given: argparse.Namespace) -> str:
    if not NAME.fullmatch(given.name):
        raise Refused("a name has 1 to 60 of the characters a to z, 0 to 9, hyphen and underscore")
    kind = HashKind(given.kind)
    with _lines(given.file) as lines:
        for read in uow.hash_lists.replace(given.name, given.source, kind, read_hashes(lines, kind)):
            if kind is HashKind.PERCEPTUAL and read > MOST_PERCEPTUAL:
                raise Refused(f"a list of perceptual hashes has at most {MOST_PERCEPTUAL}")
            if read % SHOWN_EVERY == 0:
                print(f"{read} hashes", file=sys.stderr, flush=True)
    stored = uow.hash_lists.get(given.name)
    if stored is None or not stored.hashes:
        raise Refused(f"{given.file} has no hashes; to end a list, use `remove`")
    uow.evidence.record("import_list", given.name, given.by, note=f"{stored.hashes} {kind}, {given.source}")
    return f"imported {given.name}: {stored.hashes} hashes"


@contextmanager
def _lines(file: str) -> Iterator[Iterator[str]]:
    if file == "-":
        yield iter(sys.stdin)
        return
    try:
        with Path(file).open(encoding="utf-8-sig") as opened:
            yield iter(opened)
    except OSError as error:
        raise Refused(f"{Path(file).absolute()}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Refused(f"{file} is no text file") from error


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = made.add_subparsers(dest="command", required=True)
    imported = commands.add_parser("import", help="put a whole list in the place of the one with this name")
    imported.add_argument("name")
    imported.add_argument("file", help="`-` for the standard input")
    imported.add_argument("--kind", choices=[str(each) for each in HashKind], required=True)
    imported.add_argument("--source", required=True, help="who gave the list, and when")
    commands.add_parser("list", help="print the lists")
    removed = commands.add_parser("remove", help="delete a list")
    removed.add_argument("name")
    for each in (imported, removed):
        each.add_argument("--by", required=True, help="your name, for the log")
    return made


if __name__ == "__main__":
    set_up_logs("profiles", "operator")
    sys.exit(main(sys.argv[1:]))
