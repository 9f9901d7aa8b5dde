"""Put authenticator secrets and exports under the keys in use: `python -m identity.reseal`.

Mails that wait in the stream stay under the key that sealed them; they are gone within a day.
"""

from servicekit.logs import set_up_logs
from servicekit.reseal import SealedColumn, reseal

from identity.storage.tables import AuthenticatorRow, ExportPartRow
from identity.wiring import Wiring, read_settings, wire


def sealed_columns(wiring: Wiring) -> list[SealedColumn]:
    settings = wiring.settings
    return [
        SealedColumn(AuthenticatorRow.sealed_secret, settings.authenticator_keys),
        SealedColumn(ExportPartRow.sealed, settings.export_keys),
    ]


def main() -> None:
    set_up_logs("identity", "reseal")
    wiring = wire(read_settings())
    for sealed in sealed_columns(wiring):
        print(f"{sealed.table}: {reseal(wiring.database, sealed)}", flush=True)
    print(f"export files: {wiring.erasers.store.reseal_exports()}", flush=True)


if __name__ == "__main__":
    main()
