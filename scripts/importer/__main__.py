import argparse
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

import click
from identity.storage import IdentityUnit
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.follow_profiles import follow_profiles
from profiles.usecases.profile.check_text import TextRules
from runner.home import Home
from runner.instance import Instance
from runner.keys import Keys
from shared.kit.core import faults
from shared.kit.db import Database
from shared.registry import services
from shared.sites import SiteDirectory

from importer.bring_in import MemberWriter
from importer.rows import FileUnreadable, Rules
from importer.run import count_lines, import_members


def main() -> int:
    parser = argparse.ArgumentParser(description="Import members from a CSV file; see docs/import-members.md.")
    parser.add_argument("file", type=Path, help="CSV file with a header line")
    parser.add_argument("--site", default="pairwise", help="site of the members (default: pairwise)")
    parser.add_argument("--all-or-nothing", action="store_true", help="import nobody unless every line is valid")
    asked = parser.parse_args()
    faults.arm(os.environ)
    sites = SiteDirectory()
    site = sites.get(asked.site)
    rules = Rules(asked.site, site, datetime.now(UTC))
    identity, profiles = (Database(address_of(service)) for service in ("identity", "profiles"))
    writer = MemberWriter(
        TextRules(asked.site, holds=site.contact_details == "hold"),
        sites.pool_of(asked.site),
        lambda: IdentityUnit(identity),
        lambda: ModerationUnit(profiles, follow=follow_profiles),
    )
    try:
        total = count_lines(asked.file)
        with click.progressbar(length=total, label="members", show_pos=True, file=sys.stderr) as bar:
            report = import_members(asked.file, rules, writer, all_or_nothing=asked.all_or_nothing, on_lines=bar.update)
    except FileUnreadable as error:
        print(f"{asked.file} {error}", file=sys.stderr)
        return 2
    print(report)
    return 1 if report.bad else 0


def address_of(service: str) -> str:
    """DATABASE_URL_<SERVICE>, or the instance that runs from PAIRWISE_HOME."""
    if given := os.environ.get(f"DATABASE_URL_{service.upper()}"):
        return given
    home = Home.from_environment()
    port = home.recall("public")["port"]
    instance = Instance(home, services(), port, home.recall("members"), home.recall("ports"), Keys(home.secrets))
    return instance.database_url(service)


if __name__ == "__main__":
    sys.exit(main())
