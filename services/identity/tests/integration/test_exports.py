import io
import json
import zipfile
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from pairwise.identity.v1.events_pb2 import ExportRequested, MailRequested
from pairwise.identity.v1.exports_pb2 import DeliverRequest, ExportFile
from shared.kit.core import Forbidden
from shared.kit.db import Database
from shared.kit.events.consumers import handle_once
from shared.kit.grpc.callers import called_by
from shared.kit.testing.announced import announced
from shared.kit.testing.nats_messages import nats_message
from shared.kit.testing.web import Browser
from shared.registry import service_names

from identity.rpc.exports import ExportServicer
from identity.tests.factories import last_mail, signed_up
from identity.usecases.export_data import pack_exports
from identity.wiring import Wiring
from identity.worker import consumers

PASSWORD = "three blue herons"


@pytest.fixture
def ann(browser: Browser) -> UUID:
    return UUID(signed_up(browser).json["user"]["id"])


def request(browser: Browser, **changes: Any) -> Any:
    return browser.post("/api/export.php", {"id": str(uuid4()), "password": PASSWORD, **changes})


def deliver(wired: Wiring, export_id: str, service: str, name: str = "things.json", *, last: bool = True) -> bool:
    files = [ExportFile(name=f"{service}/{name}", content=b'[{"a": 1}]')]
    asked = DeliverRequest(export_id=export_id, service=service, files=files, last=last)
    with called_by(service):
        wanted: bool = ExportServicer(wired).Deliver(asked, None).wanted
    return wanted


def test_a_service_delivers_for_no_other(wired: Wiring) -> None:
    asked = DeliverRequest(export_id=str(uuid4()), service="chat", last=True)
    with called_by("likes"), pytest.raises(Forbidden):
        ExportServicer(wired).Deliver(asked, None)


def deliver_all(wired: Wiring, database: Database, export_id: str) -> None:
    for service in service_names():
        if service != "identity":
            assert deliver(wired, export_id, service)
    [consumer] = [consumer for consumer in consumers(wired) if consumer.event is ExportRequested]
    handle_once(wired.unit_of_work, consumer, nats_message(announced(database, ExportRequested)[-1]))


def pack(wired: Wiring) -> int:
    return pack_exports(wired.unit_of_work, wired.store, wired.mail_sealer, service_names())


def test_a_copy_is_gathered_packed_mailed_and_fetched_once(
    browser: Browser, database: Database, wired: Wiring, ann: UUID
) -> None:
    export = request(browser).json["export"]
    assert (export["state"], export["delivered"], export["services"]) == ("gathering", 0, len(service_names()))
    assert pack(wired) == 0

    deliver_all(wired, database, export["id"])
    assert browser.get("/api/export.php").json["export"]["delivered"] == len(service_names())
    assert pack(wired) == 1
    assert browser.get("/api/export.php").json["export"]["state"] == "ready"

    token = last_mail(database, wired, "export_ready")["token"]
    fetched = browser.post("/api/export-download.php", {"token": token})
    with zipfile.ZipFile(io.BytesIO(fetched.data)) as archive:
        names = set(archive.namelist())
        account = json.loads(archive.read("identity/accounts.json"))
    assert {"about.json", "chat/things.json", "identity/consents.json"} <= names
    assert account[0]["email"] == "ann@example.org"
    assert "password_hash" not in account[0]
    assert browser.post("/api/export-download.php", {"token": token}).json["error"]["code"] == "export_link_invalid"
    assert browser.get("/api/export.php").json["export"]["state"] == "fetched"


def test_a_wrong_password_begins_nothing(browser: Browser, database: Database, ann: UUID) -> None:
    assert request(browser, password="something else").json["error"]["code"] == "password_wrong"
    assert announced(database, ExportRequested) == []


def test_once_a_day_is_enough(browser: Browser, database: Database, ann: UUID) -> None:
    first = str(uuid4())
    assert request(browser, id=first).status_code == 201
    assert request(browser, id=first).status_code == 201

    refused = request(browser)
    assert (refused.status_code, refused.json["error"]["code"]) == (429, "export_too_soon")
    assert 86_000 < int(refused.headers["Retry-After"]) <= 86_400

    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute("UPDATE exports SET requested_at = requested_at - interval '1 day'")
    assert request(browser).status_code == 201


def test_of_many_at_once_one_begins(browser: Browser, database: Database, ann: UUID) -> None:
    with ThreadPoolExecutor(5) as pool:
        statuses = list(pool.map(lambda _: request(browser).status_code, range(5)))

    assert sorted(statuses) == [201, 429, 429, 429, 429]
    assert len(announced(database, ExportRequested)) == 1


def test_a_missing_part_is_asked_for_again(browser: Browser, database: Database, wired: Wiring, ann: UUID) -> None:
    request(browser)
    pack(wired)
    assert len(announced(database, ExportRequested)) == 1

    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute("UPDATE exports SET told_at = told_at - interval '3 minutes'")
    pack(wired)
    assert len(announced(database, ExportRequested)) == 2


def test_a_part_delivered_twice_is_there_once(browser: Browser, wired: Wiring, ann: UUID) -> None:
    export_id = request(browser).json["export"]["id"]

    assert deliver(wired, export_id, "likes", last=False)
    assert browser.get("/api/export.php").json["export"]["delivered"] == 0
    assert [deliver(wired, export_id, "likes") for _ in range(2)] == [True, True]
    assert browser.get("/api/export.php").json["export"]["delivered"] == 1


def test_nobody_waits_for_a_part_of_an_unknown_export(database: Database, wired: Wiring) -> None:
    assert not deliver(wired, str(uuid4()), "likes")


def test_after_a_day_the_file_is_gone(browser: Browser, database: Database, wired: Wiring, ann: UUID) -> None:
    export_id = request(browser).json["export"]["id"]
    deliver_all(wired, database, export_id)
    pack(wired)
    assert wired.store.read_export(UUID(export_id)) is not None
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute("UPDATE exports SET expires_at = now()")

    pack(wired)

    assert wired.store.read_export(UUID(export_id)) is None
    assert browser.get("/api/export.php").json["export"]["state"] == "expired"
    token = last_mail(database, wired, "export_ready")["token"]
    assert browser.post("/api/export-download.php", {"token": token}).status_code == 422


@pytest.mark.parametrize("body", [{}, {"token": 1}, {"token": "x" * 201}, {"token": "x", "id": "y"}])
def test_a_malformed_download_is_refused(browser: Browser, body: dict[str, Any]) -> None:
    assert browser.post("/api/export-download.php", body).status_code == 422


def test_every_mail_about_it_is_asked_for_once(browser: Browser, database: Database, wired: Wiring, ann: UUID) -> None:
    deliver_all(wired, database, request(browser).json["export"]["id"])
    pack(wired)
    pack(wired)

    assert [mail.template for mail in announced(database, MailRequested)].count("export_ready") == 1
