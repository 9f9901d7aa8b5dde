"""Encrypt queued emails again, under the key in use: `python -m notifications.reseal`."""

from shared.ops.reseal import SealedColumn, command

from notifications.storage.tables import EmailRow
from notifications.wiring import Wiring, read_settings, wire


def sealed_columns(wiring: Wiring) -> list[SealedColumn]:
    return [SealedColumn(EmailRow.sealed, wiring.settings.mail_keys)]


if __name__ == "__main__":
    command("notifications", lambda: wire(read_settings()), sealed_columns)
