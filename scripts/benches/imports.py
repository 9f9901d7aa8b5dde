"""Members brought in from a CSV file: rows a second, and the processor time of each here and in PostgreSQL.

The rest of the product does not run, so this is the price of the lines alone; the events wait in the outboxes.
"""

import csv
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import psutil
from demo.people import DemoPerson, people
from identity.storage import IdentityUnit
from importer.bring_in import MemberWriter, Outcome
from importer.rows import ENTERED, OPTIONAL, REQUIRED, Rules
from importer.run import import_members
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.follow_profiles import follow_profiles
from profiles.usecases.profile.check_text import TextRules
from runner.backing_services import Server, postgres_server
from shared.gazetteer import towns
from shared.kit.db import Database
from shared.kit.testing.database import migrated
from shared.sites import SiteDirectory

from benches.report import Row

SITE, MEMBERS = "pairwise", 20_000
CONSENT = "2025-03-01T20:15:00Z"


def measure(members: tuple[int, ...] | list[int] = (MEMBERS,)) -> list[Row]:
    return [row for size in members for row in _measure(size)]


def _measure(size: int) -> Iterator[Row]:
    sites = SiteDirectory()
    rules = Rules(SITE, sites.get(SITE), datetime.now(UTC))
    with TemporaryDirectory() as folder, postgres_server(durable=True) as server:
        identity, profiles = (Database(migrated(server.url, name)) for name in ("identity", "profiles"))
        writer = MemberWriter(
            TextRules(SITE, holds=True),
            sites.pool_of(SITE),
            lambda: IdentityUnit(identity),
            lambda: ModerationUnit(profiles, follow=follow_profiles),
        )
        file = Path(folder) / "members.csv"
        write_file(file, size)
        for what, outcome in (("brought in", Outcome.NEW), ("read again by a second run", Outcome.KNOWN)):
            here, there, started = time.process_time(), _postgres_cpu(server), time.perf_counter()
            report = import_members(file, rules, writer)
            taken = time.perf_counter() - started
            if report.outcomes[outcome] != size:
                raise RuntimeError(str(report))
            yield Row(f"{size:,} members {what}", size / taken, "members/s")
            yield Row(f"{size:,} members {what}: CPU here", (time.process_time() - here) / size * 1e3, "ms a member")
            yield Row(
                f"{size:,} members {what}: CPU of PostgreSQL",
                (_postgres_cpu(server) - there) / size * 1e3,
                "ms a member",
            )
        for database in (identity, profiles):
            database.engine.dispose()


def _postgres_cpu(server: Server) -> float:
    """Seconds of all its processes, those that have ended included."""
    if server.process is None:
        raise RuntimeError("PostgreSQL does not run")
    postmaster = psutil.Process(server.process.pid)
    ended = sum(postmaster.cpu_times()[2:4])
    running = (postmaster, *postmaster.children(recursive=True))
    return float(ended + sum(sum(process.cpu_times()[:2]) for process in running))


def write_file(path: Path, size: int) -> None:
    """As many different members, with all that demo members tell of themselves."""
    names = {town.id: town.name for town in towns()}
    rng = Random(5)  # noqa: S311
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.DictWriter(file, [*REQUIRED, *OPTIONAL], restval="")
        out.writeheader()
        for number, person in enumerate(people(size)):
            out.writerow(_line(number, person, names, rng))


def _line(number: int, person: DemoPerson, names: dict[int, str], rng: Random) -> dict[str, str]:
    said = {name: getattr(person, name, None) for name in ENTERED}
    return {
        "email": f"member.{number}@elsewhere.example",
        "name": person.display_name,
        "date_of_birth": person.birth_date.isoformat(),
        "gender": person.gender,
        "seeks": ";".join(sorted(person.seeks)),
        "matching_consent": CONSENT if rng.random() < 0.8 else "",
        "country": "NL",
        "town": names[person.town_id] if person.country == "NL" else "",
        "locale": person.language,
        "joined_at": CONSENT,
        "interests": ";".join(sorted(person.interests)),
        **{
            name: str(value) if ENTERED[name].unsaid is None else ";".join(sorted(value))
            for name, value in said.items()
            if value
        },
    }
