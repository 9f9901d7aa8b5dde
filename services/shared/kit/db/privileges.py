"""Privileges of the role a service runs under, declared beside each table: `__table_args__ = (..., APPEND_ONLY)`.

That role owns nothing. `shared.ops.migrate` grants these after every migration; a table without a declaration is an
ordinary one. They list the privileges that Postgres checks, triggers included: FOR UPDATE needs UPDATE, and a
cascading foreign key needs nothing, because it runs as the table's owner.
"""

from typing import Any

from sqlalchemy import Table

ORDINARY = ("SELECT", "INSERT", "UPDATE", "DELETE")

# Evidence: rows are inserted and never change. Retention deletes them through a SECURITY DEFINER function.
APPEND_ONLY: dict[str, Any] = {"info": {"privileges": ("SELECT", "INSERT")}}
# Rows change but are never deleted: the ledger, members' messages, proofs of erasure.
NEVER_DELETED: dict[str, Any] = {"info": {"privileges": ("SELECT", "INSERT", "UPDATE")}}
# Reference data, which migrations alone write.
READ_ONLY: dict[str, Any] = {"info": {"privileges": ("SELECT",)}}
# Ordinary ones in partitions by the day of the event (docs/decisions/0003-outbox.md). A service cannot drop
# them: retention does it by a SECURITY DEFINER function.
PARTITIONED_BY_DAY: dict[str, Any] = {"info": {"partitioned_by_day": True}}


def privileges_of(table: Table) -> tuple[str, ...]:
    """The privileges a table declares for the role of its service; `ORDINARY` if it declares none."""
    privileges: tuple[str, ...] = table.info.get("privileges", ORDINARY)
    return privileges
