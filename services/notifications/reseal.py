"""Put what waits to be mailed under the key in use: `python -m notifications.reseal`."""

from servicekit.logs import set_up_logs
from servicekit.reseal import SealedColumn, reseal

from notifications.storage.tables import MailRow
from notifications.wiring import Wiring, read_settings, wire


def sealed_columns(wiring: Wiring) -> list[SealedColumn]:
    return [SealedColumn(MailRow.sealed, wiring.settings.mail_keys)]


def main() -> None:
    set_up_logs("notifications", "reseal")
    wiring = wire(read_settings())
    for sealed in sealed_columns(wiring):
        print(f"{sealed.table}: {reseal(wiring.database, sealed)}", flush=True)


if __name__ == "__main__":
    main()
