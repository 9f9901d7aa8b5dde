"""Put sealed fields and their look-up hashes under the keys in use: `python -m billing.reseal`.

A blocked account is known by its hash alone. It moves to the key in use as far as an application for direct debit still
has the account or number; the others are found by the earlier key, which stays accepted until they run out.
"""

from collections.abc import Callable

from shared.ops.reseal import SealedColumn, command, rewrite
from sqlalchemy import update
from sqlalchemy.orm import Session

from billing.sealing import SealedFields
from billing.storage.tables import BlockedRow, DirectDebitRow, PayerRow, SavedMethodRow
from billing.wiring import Wiring, read_settings, wire


def sealed_columns(wiring: Wiring) -> list[SealedColumn]:
    keys = wiring.settings.field_keys
    return [
        SealedColumn(PayerRow.sealed_customer, keys),
        SealedColumn(SavedMethodRow.sealed_names, keys),
        SealedColumn(DirectDebitRow.sealed, keys),
    ]


def other_steps(wiring: Wiring) -> dict[str, Callable[[], int]]:
    return {"hashes": lambda: rehash(wiring)}


def rehash(wiring: Wiring) -> int:
    """Recompute look-up hashes with the newest key. Returns the number of rows that have them now."""
    fields = wiring.fields
    methods = rewrite(
        wiring.database,
        SavedMethodRow.sealed_names,
        lambda sealed: {"mandate_hash": fields.hash("mandate", fields.open(sealed)["mandate"])},
    )

    def hashes(sealed: bytes) -> dict[str, bytes]:
        opened = fields.open(sealed)
        _move_block(wiring, fields, opened)
        return {"iban_hash": fields.hash("iban", opened["iban"]), "phone_hash": fields.hash("phone", opened["phone"])}

    return methods + rewrite(wiring.database, DirectDebitRow.sealed, hashes)


def _move_block(wiring: Wiring, fields: SealedFields, opened: dict[str, str]) -> None:
    with Session(wiring.database.engine) as session:
        for what in ("iban", "phone"):
            newest, *earlier = fields.hashes(what, opened[what])
            if session.get(BlockedRow, newest) is None:
                session.execute(update(BlockedRow).where(BlockedRow.hash.in_(earlier)).values(hash=newest))
        session.commit()


if __name__ == "__main__":
    command("billing", lambda: wire(read_settings()), sealed_columns, other_steps)
