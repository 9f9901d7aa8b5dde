"""`scripts/pairwise`: the operator's commands, by group. Each is a program of its own that reads its own arguments.

Programs of a service run in the instance of PAIRWISE_HOME with the environment of a process of that service, as
`kubectl exec` runs them on a cluster.
"""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass

import click

from runner.home import Home
from runner.instance import Instance
from runner.paths import PYTHON, ROOT
from runner.setup.command import set_up
from runner.within import variables

NAME = "scripts/pairwise"


@dataclass(frozen=True)
class Program:
    """A module with arguments put before those of the caller."""

    about: str
    module: str
    before: tuple[str, ...] = ()
    service: str = ""
    needs_everything: bool = False


Commands = Mapping[str, "Program | Commands"]

COMMANDS: Commands = {
    "backup": {
        "repeat-erasures": Program(
            "Repeat erasures for erased members in a restored backup", "identity.repeat_erasures", service="identity"
        ),
        "restore-drill": Program(
            "Restore every database from a backup of another moment and check the result",
            "pytest",
            ("-p", "no:cacheprovider", "tests/resilience/test_restore.py"),
            needs_everything=True,
        ),
    },
    "chart": {
        "difference": Program(
            "Print what the chart renders otherwise than the last release", "runner.chart_difference"
        ),
        "scale": Program("Write the table of k8s/scale.md", "capacity.page"),
        "values": Program(
            "Write values.yaml, its schema and its table from helm/values/values.yaml", "runner.chart_values"
        ),
    },
    "doctor": Program("Check an instance and its brands before and after opening", "runner.doctor"),
    "growth": {
        "audit": Program("Compare the report's money with the ledger", "lander.audit", service="lander"),
        "landers": {
            "apply": Program("Save landing pages from files", "lander.page_files", ("apply",), "lander"),
            "export": Program("Write landing pages to files", "lander.page_files", ("export",), "lander"),
            "films": Program("Draw and encode the loops of landing pages", "landerkit.films"),
            "pictures": Program("Draw the preview pictures of landing pages", "landerkit.pictures"),
        },
        "marketers": Program("Grant or revoke the marketer role", "identity.marketers", service="identity"),
        "network": Program("Add networks, their terms and their costs", "lander.networks", service="lander"),
        "postback": Program("Configure, test and repeat postbacks", "lander.postbacks", service="lander"),
        "report": Program("Print views, sign-ups and revenue as CSV", "lander.report", service="lander"),
        "verify": Program("Run the tests of the growth criteria", "runner.testing.growth", needs_everything=True),
    },
    "images": Program("Build, check, save and push the container images", "imagekit.command"),
    "invite": Program("Make, list and revoke invites", "identity.invites", service="identity"),
    "keys": Program("List, rotate and drop keys; make those of a cluster", "runner.rotate"),
    "member": {
        "ban": Program("Ban an address at the request of its owner", "identity.bans", service="identity"),
        "end-sessions": Program("End sessions after a breach", "identity.end_sessions", service="identity"),
        "import": Program("Import members from a CSV file", "importer"),
        "support": Program("Grant or revoke the support role", "identity.support", service="identity"),
        "writer": Program(
            "Grant or revoke the role of writing for fictional profiles", "identity.writers", service="identity"
        ),
    },
    "moderation": {
        "evaluate": Program("Measure an image classifier on labelled pictures", "moderationkit", ("evaluate",)),
        "evaluate-faces": Program(
            "Measure a model that compares faces on labelled pictures", "moderationkit", ("evaluate-faces",)
        ),
        "evidence": Program(
            "Export and report sealed evidence of illegal pictures",
            "profiles.sealed_evidence",
            service="profiles",
        ),
        "hash-list": Program(
            "Import, list and remove hash lists of illegal pictures", "profiles.hash_lists", service="profiles"
        ),
        "staff": Program("Grant or revoke the staff role", "identity.staff", service="identity"),
        "lead": Program("Make a moderator a lead of the desk, or end it", "identity.leads", service="identity"),
        "statements": Program(
            "Write statements of reasons for the EU's database, or submit them", "compliance.statements_of_reasons"
        ),
        "transparency-report": Program("Write the yearly report in the EU's form", "compliance.transparency"),
    },
    "ledger": {
        "verify": Program("Verify receipts of transactions, without a network", "billing.receipts"),
    },
    "money": {
        "audit": Program("Check that the ledger balances", "billing.audit", service="billing"),
        "chargeback": Program(
            "Restore a purchase after a chargeback was won", "billing.chargebacks", service="billing"
        ),
        "discount": Program("Make, list and end discount codes", "billing.discount_codes", service="billing"),
        "invoices": Program(
            "Export invoices as CSV or for DATEV, and VAT by member state", "billing.invoices", service="billing"
        ),
    },
    "permissions": Program("Print the users of NATS and Redis for a cluster", "runner.cluster_users"),
    "record-of-processing": Program(
        "Print the record of processing (GDPR, Article 30) from the data inventories", "compliance.record_of_processing"
    ),
    "release": Program("Make a release, begin the next one, or find the commit of one", "runner.release"),
    "restart": Program("Replace processes while the product serves", "runner.restart"),
    "sbom": Program("Write SBOMs of the locks, or scan them for known vulnerabilities", "runner.sbom"),
    "site": Program("Check, compare and put in force the documents of brands", "runner.site"),
    "status": Program("List processes with their state, costs and memory", "runner.status"),
    "texts": Program("List outdated translations, or record new ones", "textkit.made_from"),
}
GROUPS = {
    "backup": "Restore drills and erasures after a restore",
    "chart": "Generated files of the Helm chart",
    "growth": "Networks, landing pages, reports and postbacks",
    "landers": "Landing pages as files",
    "ledger": "Receipts of transactions",
    "member": "Import, bans and sessions of members",
    "moderation": "Staff, classifiers and transparency reports",
    "money": "Ledger, chargebacks, invoices and discount codes",
}


def run(program: Program, name: str, arguments: tuple[str, ...]) -> None:
    """Replace this process by the program. Its usage and its errors begin with `name`."""
    environment = dict(os.environ)
    is_help = bool({"-h", "--help"} & {*arguments})
    if program.service and not is_help:
        home = Home.from_environment()
        if not home.recall("ports", {}):
            raise click.ClickException(f"No instance was started in {home.path}: run scripts/up.")
        environment = variables(Instance.started_from(home), program.service)
    if program.needs_everything and not is_help and (code := set_up()):
        sys.exit(code)
    if program.service or program.needs_everything:
        os.chdir(ROOT)
    if program.before[:1] == (name.rpartition(" ")[2],):
        name = name.rpartition(" ")[0]
    words = [name, program.module, *program.before, *arguments]
    os.execve(PYTHON, [str(PYTHON), "-m", "runner.program", *words], environment)  # noqa: S606


def _command(name: str, program: Program) -> click.Command:
    # Every word, `--help` too, is the program's.
    return click.Command(
        name.rpartition(" ")[2],
        params=[click.Argument(["arguments"], nargs=-1, type=click.UNPROCESSED)],
        callback=lambda arguments: run(program, name, arguments),
        short_help=program.about,
        add_help_option=False,
        context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
    )


def _group(name: str, about: str, commands: Commands) -> click.Group:
    group = click.Group(name.rpartition(" ")[2], help=about, no_args_is_help=True)
    for word, each in commands.items():
        full = f"{name} {word}"
        group.add_command(_command(full, each) if isinstance(each, Program) else _group(full, GROUPS[word], each), word)
    return group


main = _group(NAME, "Operate an instance and this repository. PAIRWISE_HOME chooses the instance.", COMMANDS)

if __name__ == "__main__":
    main(prog_name=NAME)
