"""Encrypt authenticator secrets and exports with the current keys: `python -m identity.reseal`.

Mails that wait in the stream keep the key that sealed them; they are deleted within a day.
"""

from collections.abc import Callable

from shared.ops.reseal import SealedColumn, command

from identity.storage.tables import AuthenticatorRow, ExportPartRow
from identity.wiring import Wiring, read_settings, wire


def sealed_columns(wiring: Wiring) -> list[SealedColumn]:
    settings = wiring.settings
    return [
        SealedColumn(AuthenticatorRow.sealed_secret, settings.authenticator_keys),
        SealedColumn(ExportPartRow.sealed, settings.export_keys),
    ]


def other_steps(wiring: Wiring) -> dict[str, Callable[[], int]]:
    return {"export files": wiring.store.reseal_exports}


if __name__ == "__main__":
    command("identity", lambda: wire(read_settings()), sealed_columns, other_steps)
