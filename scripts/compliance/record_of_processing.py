"""Record of processing activities (GDPR, Article 30), made from the data inventories and the site documents, and the
retention times on the privacy pages."""

import argparse
import importlib
import sys
from collections.abc import Iterator, Sequence
from datetime import timedelta

from runner.paths import ROOT
from shared.privacy import KIT, Cascades, DataRecord, Deleted, DeletedAfter, ErasedBy, LegalBasis, Overwritten, Retained
from shared.registry import service_names
from shared.sites import Site, SiteDirectory

from compliance.event_catalogue import PAGE as EVENTS
from compliance.event_catalogue import events_page
from compliance.recipients import MEASURES, RECIPIENTS
from compliance.retention_on_pages import privacy_pages

HEAD = """# Record of processing activities

GDPR, Article 30(1). Made by `scripts/pairwise record-of-processing` from the data inventory of every service
(`storage/data_inventory.py`), the site documents and `scripts/compliance/recipients.py`.
"""
SUBJECTS = """## Data subjects

Members; visitors who sign up, report something or open a landing page; people named in reports and messages; staff at
the moderation desk. Nobody under the age that a site names (18 or older) may sign up.
"""


def main(arguments: Sequence[str]) -> int:
    """Print the record, or write the pages made from the same inventories with `--pages`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--pages",
        action="store_true",
        help="write retention times into the privacy pages, and docs/architecture/events.md",
    )
    if not parser.parse_args(arguments).pages:
        print(record_of_processing(), end="")
        return 0
    for page, text in [(EVENTS, events_page()), *privacy_pages()]:
        if page.read_text("utf-8") != text:
            page.write_text(text, "utf-8")
            print(f"{page.relative_to(ROOT)} was updated")
    return 0


def record_of_processing() -> str:
    parts = [HEAD, _controllers(SiteDirectory()), SUBJECTS, _recipients()]
    parts += [_activities(service) for service in service_names()]
    parts += [_shared_tables(), "## Security measures (Article 32)\n\n" + "\n".join(f"- {each}" for each in MEASURES)]
    return "\n".join(part.rstrip() + "\n" for part in parts)


def _controllers(sites: SiteDirectory) -> str:
    lines = ["## Controllers", "", *_table("site", "controller", "register", "contact")]
    lines += [_row(key, *_controller(site)) for key, site in sites.items()]
    return "\n".join(lines)


def _controller(site: Site) -> tuple[str, str, str]:
    company, contact = site.company, site.point_of_contact
    address = f"{company.name}, {company.address}, {company.city}, {company.country}"
    return address, company.kvk, f"{contact.email} ({', '.join(contact.languages)})"


def _recipients() -> str:
    lines = ["## Recipients", "", *_table("recipient", "role", "what it gets", "why", "outside the EEA")]
    return "\n".join(lines + [_row(*recipient) for recipient in RECIPIENTS])


def _activities(service: str) -> str:
    purpose = (importlib.import_module(service).__doc__ or "").strip().splitlines()[0]
    records = importlib.import_module(f"{service}.storage.data_inventory").DATA_INVENTORY
    return "\n".join([f"## {service}", "", purpose, "", *_records(records)])


def _shared_tables() -> str:
    return "\n".join(["## Tables in the database of every service", "", *_records(KIT)])


def _records(records: Sequence[DataRecord]) -> Iterator[str]:
    personal = [record for record in records if record.legal_basis is not LegalBasis.NOT_PERSONAL]
    yield from _table("table", "purpose", "legal basis", "data", "kept", "when a member is erased")
    for record in personal:
        yield _row(record.table, record.purpose, _basis(record), _data(record), _kept(record), _erased(record))
    others = ", ".join(f"`{record.table}`" for record in records if record not in personal)
    if others:
        yield from ("", f"Without personal data: {others}.")


def _basis(record: DataRecord) -> str:
    if not record.special:
        return record.legal_basis.value
    return f"{record.legal_basis.value}; {LegalBasis.EXPLICIT_CONSENT.value} for {', '.join(record.special)}"


def _data(record: DataRecord) -> str:
    columns = record.row.__table__.c.keys()
    return ", ".join(f"**{name}**" if name in record.special else name for name in columns)


def _kept(record: DataRecord) -> str:
    match record.retention:
        case DeletedAfter(after=after, by=by, where=where):
            term = _term(after) if after else "until"
            return f"{term} {'after ' if after else ''}`{by}`" + ("" if where == "true" else f", if `{where}`")
        case words:
            return words.words


def _term(after: timedelta) -> str:
    return f"{after.days} days" if after.days else f"{after.total_seconds() / 3600:g} hours"


def _erased(record: DataRecord) -> str:
    match record.erasure:
        case Deleted():
            return "deleted"
        case Cascades(table=table):
            return f"deleted with `{table}`"
        case Overwritten(why=why) | ErasedBy(why=why):
            return f"anonymised or deleted: {why}"
        case Retained(why=why):
            return f"kept: {why}"
        case _:
            return "nothing of a member in it"


def _table(*names: str) -> list[str]:
    return [_row(*names), "|" + "---|" * len(names)]


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
