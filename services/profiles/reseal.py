"""Encrypt live pictures of verifications, evidence and people chosen for dates again, under the keys in use:
`python -m profiles.reseal`."""

from collections.abc import Callable

from shared.ops.reseal import SealedColumn, command

from profiles.storage.tables import DateCheckInRow, SealedEvidenceRow
from profiles.storage.verifications import VARIANT
from profiles.wiring import Wiring, read_settings, wire


def sealed_columns(wiring: Wiring) -> list[SealedColumn]:
    settings = wiring.settings
    return [
        SealedColumn(DateCheckInRow.sealed, settings.date_contact_keys),
        SealedColumn(SealedEvidenceRow.sealed, settings.evidence_keys),
    ]


def other_steps(wiring: Wiring) -> dict[str, Callable[[], int]]:
    def reseal_pictures() -> int:
        changed = 0
        with wiring.reads() as reads:
            names = reads.verifications.media_in_use()
        for name in names:
            # A picture that its member takes back meanwhile must not be written again.
            with wiring.unit_of_work() as uow:
                sealed = wiring.media.read(name, VARIANT) if uow.verifications.lock_holder(name) else None
                renewed = wiring.settings.verification_keys.reseal(sealed) if sealed else None
                if renewed is not None:
                    wiring.media.write(name, {VARIANT: renewed})
                    changed += 1
        return changed

    return {"live pictures": reseal_pictures}


if __name__ == "__main__":
    command("profiles", lambda: wire(read_settings()), sealed_columns, other_steps)
