"""Keys are replaced while accounts and exports are in use."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from cryptography.fernet import InvalidToken
from pairwise.identity.v1.events_pb2 import ExportRequested
from shared.kit.core import SealingKeys
from shared.kit.core.keys import new_key
from shared.kit.db import Database
from shared.kit.events.consumers import handle_once
from shared.kit.testing.announced import announced
from shared.kit.testing.nats_messages import nats_message
from shared.kit.testing.web import Browser
from shared.ops.reseal import reseal
from shared.registry import service_names
from sqlalchemy import select
from sqlalchemy.orm import Session

from identity.one_time_codes import OneTimeCodes
from identity.reseal import sealed_columns
from identity.storage.tables import AuthenticatorRow, ExportPartRow
from identity.store import FileStore
from identity.tests.factories import signed_up
from identity.tests.integration.test_exports import deliver, pack, request
from identity.wiring import Wiring
from identity.worker import consumers


@pytest.fixture
def ann(browser: Browser) -> UUID:
    return UUID(signed_up(browser).json["user"]["id"])


def with_keys(wired: Wiring, keys: str, store: str) -> Wiring:
    ring = SealingKeys(keys)
    settings = wired.settings.model_copy(update={"export_keys": ring, "authenticator_keys": ring})
    files = FileStore(store, ring)
    return replace(wired, settings=settings, codes=OneTimeCodes(ring), store=files)


def test_an_authenticator_outlives_the_rotation_of_its_key(wired: Wiring, database: Database, ann: UUID) -> None:
    old, new = new_key(), new_key()
    before, during, after = (with_keys(wired, keys, "memory://x") for keys in (old, f"{new} {old}", new))
    secret = before.codes.new_secret()
    with wired.unit_of_work() as uow:
        uow.authenticators.begin(ann, before.codes.seal_secret(secret))
        uow.commit()

    assert sum(reseal(database, sealed) for sealed in sealed_columns(during)) == 1

    with Session(database.engine) as session:
        kept = session.scalars(select(AuthenticatorRow.sealed_secret)).one()
    at = datetime(2026, 6, 1, tzinfo=UTC)
    code = after.codes.code_at(secret, int(at.timestamp()) // 30)
    assert after.codes.matching_step(after.codes.unseal_secret(kept), code, at) is not None
    with pytest.raises(InvalidToken):
        before.codes.unseal_secret(kept)


def test_an_export_outlives_the_rotation_of_its_key(
    browser: Browser, wired: Wiring, database: Database, ann: UUID, tmp_path: Path
) -> None:
    old, new = new_key(), new_key()
    before, during, after = (with_keys(wired, keys, tmp_path.as_uri()) for keys in (old, f"{new} {old}", new))
    export_id = str(request(browser).json["export"]["id"])
    others = [service for service in service_names() if service != "identity"]
    assert all(deliver(before, export_id, service) for service in others)

    assert sum(reseal(database, sealed) for sealed in sealed_columns(during)) == len(others)

    [consumer] = [consumer for consumer in consumers(during) if consumer.event is ExportRequested]
    handle_once(during.unit_of_work, consumer, nats_message(announced(database, ExportRequested)[-1]))
    assert pack(during) == 1
    assert during.store.reseal_exports() == 0
    assert after.store.read_export(UUID(export_id)) is not None


def test_a_finished_export_is_sealed_anew(tmp_path: Path) -> None:
    old, new, export_id = new_key(), new_key(), uuid4()
    url = tmp_path.as_uri()
    FileStore(url, SealingKeys(old)).save_export(export_id, b"all of it")

    assert FileStore(url, SealingKeys(f"{new} {old}")).reseal_exports() == 1

    assert FileStore(url, SealingKeys(new)).read_export(export_id) == b"all of it"


def test_a_row_that_changes_while_it_is_sealed_anew_keeps_its_change(
    wired: Wiring, database: Database, ann: UUID
) -> None:
    old, new = new_key(), new_key()
    during = with_keys(wired, f"{new} {old}", "memory://x")
    before = with_keys(wired, old, "memory://x")
    with wired.unit_of_work() as uow:
        uow.authenticators.begin(ann, before.codes.seal_secret(b"the first secret"))
        uow.commit()
    [column, _] = sealed_columns(during)

    class Meanwhile(SealingKeys):
        def reseal(self, sealed: bytes) -> bytes | None:
            with wired.unit_of_work() as uow:
                uow.authenticators.begin(ann, during.codes.seal_secret(b"the second secret"))
                uow.commit()
            return super().reseal(sealed)

    assert reseal(database, replace(column, keys=Meanwhile(f"{new} {old}"))) == 0

    with Session(database.engine) as session:
        kept = session.scalars(select(AuthenticatorRow.sealed_secret)).one()
    assert during.codes.unseal_secret(kept) == b"the second secret"


def test_every_sealed_column_is_sealed_anew(wired: Wiring) -> None:
    assert {each.column.class_ for each in sealed_columns(wired)} == {AuthenticatorRow, ExportPartRow}
