"""Each kind of fault, seeded into an installation where all is right, is found once, and nothing else is."""

import asyncio
import base64
import json
import socket
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import boto3
import pytest
import yaml
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from moto.server import ThreadedMotoServer
from runner.backing_services import nats, redis_server
from runner.ports import free_port
from shared import base64url
from shared.doctor.__main__ import examine, main
from shared.doctor.catalogue import CHECKS, OF_A_BRAND
from shared.doctor.finding import Installation
from shared.doctor.tests.installation import BRAND, PROVIDER, Answers, Authority, NameServer, serving, website
from shared.kit.db import Database
from shared.kit.events.connection import connect
from shared.kit.testing.database import empty, insert_alone, migrated
from shared.ops.provisioner.plan import plan_of
from shared.ops.provisioner.reconcile import reconcile
from shared.registry import service_names, services
from shared.sites.directory import DOCUMENTS

LOGIN = "sender", "smtp-Secret2"
NOW = datetime.now(UTC)


@dataclass
class Seeded:
    """What a test may change before the doctor looks."""

    environ: dict[str, str]
    document: dict[str, Any]
    folder: Path
    names: NameServer
    answers: Answers
    s3: Any
    certificate: dict[str, int | str] = field(default_factory=dict)

    def insert(self, service: str, table: str, **values: object) -> None:
        insert_alone(Database(self.environ[f"DATABASE_URL_{service.upper()}"]), table, **values)

    def pay(self, webhook_at: datetime | None) -> None:
        self.insert(
            "billing", "payments", id=uuid4(), member_id=uuid4(), site="lumina", body_hash=b"", package_id="p0",
            credits=20, amount=9.99, currency="EUR", method="ideal", locale="nl", status="completed", decided_at=NOW,
            ask_after=NOW, webhook_at=webhook_at,
        )  # fmt: skip

    def at_the_desk(self, confirmed_at: datetime | None = NOW) -> None:
        """An account of staff, with an authenticator that it proved or did not."""
        account = uuid4()
        self.insert(
            "identity", "accounts", id=account, site="*", email=f"{account}@{BRAND}", name="Mo", password_hash="-",
            status="active", locale="nl",
        )  # fmt: skip
        self.insert("identity", "staff_accounts", account_id=account, home="lumina", accepted_at=NOW)
        self.insert("identity", "staff_roles", account_id=account, role="moderator", site="*")
        self.insert("identity", "authenticators", member_id=account, sealed_secret=b"-", confirmed_at=confirmed_at)

    def bucket(self, setting: str) -> str:
        return self.environ[setting].removeprefix("s3://").partition("/")[0]


@pytest.fixture(scope="module")
def parts(postgres_server: str) -> Iterator[dict[str, str]]:
    """Databases, NATS and Redis. The services without questions of their own share the database of identity."""
    urls = {name: migrated(postgres_server, name, apart="_doctor") for name in ("identity", "billing")}
    with nats() as bus, redis_server() as counts:

        async def provision() -> None:
            client = await connect(bus.url)
            await reconcile(client.jetstream(timeout=30), plan_of(services()))
            await client.close()

        asyncio.run(provision())
        yield {
            f"{setting}_{name.upper()}": url
            for name in service_names()
            for setting, url in {
                "DATABASE_URL": urls.get(name, urls["identity"]),
                "NATS_URL": bus.url,
                "REDIS_URL": counts.url,
            }.items()
        }


@pytest.fixture(scope="module")
def store() -> Iterator[str]:
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    yield "http://{}:{}".format(*server.get_host_and_port())
    server.stop()


@pytest.fixture
def seeded(parts: dict[str, str], store: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Seeded]:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "a-key")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "s3-Secret3")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    s3 = boto3.client("s3", endpoint_url=store)
    buckets = [f"{name}-{uuid4().hex}" for name in ("media", "chat", "identity", "backups", "reports")]
    for bucket in buckets:
        s3.create_bucket(Bucket=bucket)
    s3.put_object(Bucket=buckets[3], Key=f"pairwise/databases/{NOW:%Y-%m-%dT%H%M%SZ}/chat.dump", Body=b"a dump")
    private = ec.generate_private_key(ec.SECP256R1())
    public = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    raw = private.private_numbers().private_value.to_bytes(32)
    environ = {
        **parts,
        "PAIRWISE_ENV": "production",
        "SITES_DIR": str(tmp_path / "sites"),
        "AWS_ENDPOINT_URL_S3": store,
        "MEDIA_URL_PROFILES": f"s3://{buckets[0]}",
        "MEDIA_URL_CHAT": f"s3://{buckets[1]}",
        "STORE_URL_IDENTITY": f"s3://{buckets[2]}",
        "BACKUPS_URL": f"s3://{buckets[3]}/pairwise",
        "BACKUPS_AWS_ENDPOINT_URL_S3": store,
        "REPORTS_URL": f"s3://an-id:s3-Secret5@{buckets[4]}/pairwise?endpoint={store}",
        "PAYMENTS_API_KEY": Answers.key,
        "STRIPE_API_KEY": Answers.stripe_key,
        "STRIPE_WEBHOOK_KEYS": Answers.stripe_secret,
        "MAIL_WEBHOOK_KEYS": Answers.webhook_key,
        "VAPID_KEYS": base64.urlsafe_b64encode(raw).decode(),
        "PUSH_PUBLIC_KEY": base64url.encode(public),
        "SMS_URL": "https://user:sms-Secret4@sms.mailer.nl/send",
        "TRANSLATOR_API_KEY": Answers.translator_key,
    }
    document = yaml.safe_load((DOCUMENTS / "pairwise.yaml").read_text()) | {
        "name": "Lumina",
        "hosts": [BRAND],
        "support_email": f"help@{BRAND}",
        "contact": {"email": f"legal@{BRAND}", "languages": ["nl"]},
        "dkim_selectors": ["m1"],
        "translation": {"service": "LibreTranslate", "company": "Texts B.V.", "country": "NL", "host": PROVIDER},
        "terms_version": "2026-10-01",
        "terms_reviewed": "2026-10-01",
        "company": {
            "name": "Lumina Dating B.V.",
            "address": "Keizersgracht 12",
            "city": "Amsterdam",
            "country": "NL",
            "kvk": "81726354",
            "vat_numbers": ["NL817263549B01"],
            "added": "2026-10-01",
        },
    }
    (tmp_path / "sites").mkdir()
    for name in ("identity", "billing"):
        empty(Database(parts[f"DATABASE_URL_{name.upper()}"]))
    with serving(names := NameServer()) as port:
        environ["DOCTOR_NAME_SERVER"] = f"127.0.0.1:{port}"
        found = Seeded(environ, document, tmp_path, names, Answers(), s3)
        found.pay(webhook_at=NOW)
        yield found


@pytest.fixture
def report(seeded: Seeded, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[tuple[str, str]]]:
    """The names and brands of findings, once the seeded installation runs."""
    resolve = socket.getaddrinfo

    def local(host: Any, *rest: Any, **more: Any) -> Any:
        return resolve("127.0.0.1" if host in (BRAND, PROVIDER) else host, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", local)
    authority = Authority.made(seeded.folder)
    for setting in ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"):
        monkeypatch.setenv(setting, str(authority.file))

    def look() -> list[tuple[str, str]]:
        (seeded.folder / "sites" / "lumina.yaml").write_text(yaml.safe_dump(seeded.document))
        names = str(seeded.certificate.get("name", BRAND)), PROVIDER, "127.0.0.1"
        context = authority.context(*names, days=int(seeded.certificate.get("days", 30)))
        controller = mail_server(context)
        controller.start()
        try:
            with website(seeded.answers, context) as port:
                addresses = {
                    "PAIRWISE_PUBLIC_URL": f"https://{BRAND}:{port}",
                    "PAYMENTS_API_URL": f"https://{PROVIDER}:{port}/v2",
                    "STRIPE_API_URL": f"https://{PROVIDER}:{port}",
                    "TRANSLATOR_URL": f"https://{PROVIDER}:{port}",
                    "PAYMENTS_WEBHOOK_URL": f"https://{BRAND}:{port}/api/payment-webhook.php",
                    "SMTP_URL": f"smtp://{LOGIN[0]}:{LOGIN[1]}@127.0.0.1:{controller.port}",
                }
                outcomes = list(examine(Installation({**addresses, **seeded.environ})))
        finally:
            controller.stop()
        told = "\n".join(map(str, outcomes))
        assert not [
            secret for secret in ("Secret", Answers.webhook_key, seeded.environ["VAPID_KEYS"]) if secret in told
        ]
        assert all(each.remedy and each.where for each in outcomes if each.state == "wrong")
        return [(each.state, each.check) for each in outcomes if each.state != "right"]

    return look


def mail_server(context: Any) -> Controller:
    def admit(*given: Any) -> AuthResult:
        login = given[-1]
        is_known = isinstance(login, LoginPassword) and (login.login.decode(), login.password.decode()) == LOGIN
        return AuthResult(success=is_known)

    return Controller(
        object(), "127.0.0.1", free_port(), tls_context=context, require_starttls=True, authenticator=admit
    )


def test_nothing_is_found_where_all_is_right(seeded: Seeded, report: Callable[[], list[tuple[str, str]]]) -> None:
    seeded.at_the_desk()

    assert report() == []


Seed = Callable[[Seeded], object]


def setting(name: str, value: str) -> Seed:
    return lambda seeded: seeded.environ.update({name: value})


def field_of(path: str, value: object) -> Seed:
    def seed(seeded: Seeded) -> None:
        *groups, last = path.split(".")
        inside = seeded.document
        for group in groups:
            inside = inside[group]
        inside[last] = value

    return seed


def record(name: str, kind: str, *texts: str) -> Seed:
    return lambda seeded: seeded.names.zone.update({(f"{name}{BRAND}.", kind): [*texts]})


def answer(name: str, value: object) -> Seed:
    return lambda seeded: setattr(seeded.answers, name, value)


def age_backup(seeded: Seeded) -> None:
    bucket = seeded.bucket("BACKUPS_URL")
    seeded.s3.delete_object(Bucket=bucket, Key=seeded.s3.list_objects_v2(Bucket=bucket)["Contents"][0]["Key"])
    seeded.s3.put_object(Bucket=bucket, Key="pairwise/store/members/a-photo", Body=b"not a dump")


def keep_backup_of_yesterday(seeded: Seeded) -> None:
    """Of a moment more than a day ago, and copied since."""
    bucket = seeded.bucket("BACKUPS_URL")
    seeded.s3.delete_object(Bucket=bucket, Key=seeded.s3.list_objects_v2(Bucket=bucket)["Contents"][0]["Key"])
    moment = f"{NOW - timedelta(hours=25):%Y-%m-%dT%H%M%SZ}"
    seeded.s3.put_object(Bucket=bucket, Key=f"pairwise/databases/{moment}/chat.dump", Body=b"a dump")


def open_bucket(seeded: Seeded) -> None:
    allow = {"Effect": "Allow", "Principal": "*", "Action": "s3:GetObject", "Resource": "*"}
    bucket = seeded.bucket("MEDIA_URL_CHAT")
    seeded.s3.put_bucket_policy(Bucket=bucket, Policy=json.dumps({"Version": "2012-10-17", "Statement": [allow]}))


FACES = {"name": "Faces", "version": "1", "same_at_least": 0.6, "pose_at_least": 0.8}


def give_another_model(seeded: Seeded) -> None:
    """The file is not the one of the hash."""
    seeded.document["verification_model"] = FACES
    path = seeded.folder / "faces.onnx"
    path.write_bytes(b"another model")
    seeded.environ.update({"VERIFICATION_MODEL": str(path), "VERIFICATION_SHA256": "a" * 64})


def expect_no_webhook(seeded: Seeded) -> None:
    empty(Database(seeded.environ["DATABASE_URL_BILLING"]))
    seeded.pay(webhook_at=None)


FAULTS: list[tuple[str, Seed]] = [
    ("payment-keys", lambda s: (setting("PAYMENTS_API_KEY", "test_Secret1")(s), answer("key", "test_Secret1")(s))),
    ("payment-provider", answer("stripe_key", "sk_live_SecretOfAnother")),
    ("payment-provider", setting("PAYMENTS_API_KEY", "live_SecretOfYesterday")),
    ("payment-webhook", answer("payment_webhook", 302)),
    ("payment-webhook", setting("STRIPE_WEBHOOK_KEYS", "whsec_SecretOfAnother")),
    ("payment-webhook-seen", expect_no_webhook),
    ("mail-server", setting("SMTP_URL", "smtp://127.0.0.1:1")),
    ("mail-bounces", setting("MAIL_WEBHOOK_KEYS", "a-key-of-last-year-Secret")),
    ("mail-bounces", setting("MAIL_PROVIDER", "mailgun")),
    ("mx", record("", "MX", "0 .")),
    ("spf", record("", "TXT", '"nothing of mail"')),
    ("spf", record("", "TXT", '"v=spf1 include:a.nl -all"', '"v=spf1 include:b.nl -all"')),
    ("spf", record("", "TXT", '"v=spf1 +all"')),
    ("dkim", record("m1._domainkey.", "TXT", '"v=DKIM1; k=rsa; p="')),
    ("dkim", field_of("dkim_selectors", ["m2"])),
    ("dkim", field_of("dkim_selectors", [])),
    ("dmarc", lambda s: s.names.zone.pop((f"_dmarc.{BRAND}.", "TXT"))),
    ("dmarc", record("_dmarc.", "TXT", '"v=DMARC1; p=none"')),
    ("buckets", setting("REPORTS_URL", "s3://an-id:s3-Secret5@no-such-bucket-of-reports")),
    ("payment-account", field_of("payment_account", "lumina")),
    ("mail-account", field_of("mail_account", "lumina")),
    ("mail-server", setting("MAIL_ACCOUNT_KEYS", '{"lumina": "smtp://127.0.0.1:1"}')),
    ("mail-server", setting("MAIL_ACCOUNT_KEYS", '{"lumina": "a word"}')),
    ("sms-account", field_of("sms_account", "lumina")),
    ("sms-provider", setting("SMS_ACCOUNT_KEYS", '{"other": "https://:sms-Secret12@/"}')),
    ("translation", setting("TRANSLATOR_API_KEY", "translator-Secret11")),
    ("translation", setting("TRANSLATOR_URL", "https://elsewhere.nl")),
    ("translation", setting("TRANSLATOR_URL", "")),
    ("translation", answer("languages", ("nl", "en"))),
    ("verification-model", field_of("verification_model", FACES)),
    ("verification-model", give_another_model),
    ("push-keys", setting("PUSH_PUBLIC_KEY", "BNotOurs")),
    ("push-key", field_of("push_public_key", "BNotOurs")),
    ("push-keys", setting("PUSH_STAND_IN_URL", "http://push:8080")),
    ("buckets", setting("MEDIA_URL_PROFILES", "s3://nobodys-bucket")),
    ("buckets", open_bucket),
    ("backups", age_backup),
    ("backups", keep_backup_of_yesterday),
    ("tls", lambda s: s.certificate.update({"days": 3})),
    ("hsts", answer("hsts", "")),
    ("hsts", answer("hsts", "max-age=300")),
    ("clock", answer("seconds_ahead", 300)),
    ("limits", setting("PAIRWISE_LIMITS", "off")),
    ("terms", field_of("terms_reviewed", None)),
    ("terms", field_of("terms_version", "2026-11-01")),
    ("placeholders", field_of("company.name", "Pairwise B.V.")),
    ("placeholders", field_of("company.address", "Voorbeeldstraat 1")),
    ("placeholders", field_of("company.kvk", "00000000")),
    ("placeholders", field_of("contact", {"email": "legal@pairwise.example", "languages": ["nl"]})),
    ("placeholders", field_of("hosts", [BRAND, "lumina.example.com"])),
    ("settings", setting("SMS_URL", "https://user:sms-Secret4@sms.example/send")),
    ("staff", lambda s: s.at_the_desk(confirmed_at=None)),
    ("databases", setting("DATABASE_URL_CHAT", "postgresql://chat:Secret5@127.0.0.1:1/chat")),
    ("nats", setting("NATS_URL_LIKES", "nats://likes:Secret6@127.0.0.1:1")),
    ("redis", setting("REDIS_URL_LANDER", "redis://lander:Secret7@127.0.0.1:1/0")),
]


# The first fault of each check together, then the second of those that have one, and so on: none affects another.
ROUNDS: list[dict[str, Seed]] = [{} for _ in range(max(Counter(check for check, _ in FAULTS).values()))]
for _check, _seed in FAULTS:
    next(each for each in ROUNDS if _check not in each)[_check] = _seed


@pytest.mark.parametrize("faults", ROUNDS, ids=[f"round-{number}" for number in range(1, len(ROUNDS) + 1)])
def test_seeded_faults_are_found_and_nothing_else(
    faults: dict[str, Seed], seeded: Seeded, report: Callable[[], list[tuple[str, str]]]
) -> None:
    for seed in faults.values():
        seed(seeded)

    found = report()

    assert sorted(found) == sorted(("wrong", check) for check in faults)


def test_every_check_is_tried() -> None:
    assert {check for check, _ in FAULTS} == {*CHECKS, *OF_A_BRAND} - {"clock-of-databases", "sms-reports"}


def test_a_members_role_is_a_warning(seeded: Seeded, report: Callable[[], list[tuple[str, str]]]) -> None:
    member = uuid4()
    seeded.insert(
        "identity", "accounts", id=member, site="lumina", email=f"{member}@{BRAND}", name="Mo", password_hash="-",
        status="active", locale="nl", is_lead=True,
    )  # fmt: skip

    assert report() == [("warning", "staff")]


def test_a_check_that_cannot_be_made_is_not_right(seeded: Seeded, report: Callable[[], list[tuple[str, str]]]) -> None:
    seeded.names.is_broken = True
    del seeded.environ["BACKUPS_URL"]

    found = report()

    assert found == [("not checked", check) for check in ("backups", "mx", "spf", "dkim", "dmarc")]


def test_a_provider_that_is_not_used_is_not_asked(seeded: Seeded, report: Callable[[], list[tuple[str, str]]]) -> None:
    seeded.environ |= {"STRIPE_API_KEY": "none", "STRIPE_WEBHOOK_KEYS": "none"}

    assert report() == []


def test_a_broken_document_hides_no_other_brand(seeded: Seeded, report: Callable[[], list[tuple[str, str]]]) -> None:
    (seeded.folder / "sites" / "broken.yaml").write_text("name: [")
    seeded.document["terms_reviewed"] = None

    assert report() == [("wrong", "document"), ("wrong", "terms")]


def test_the_command_ends_with_the_status_of_its_report(
    parts: dict[str, str], seeded: Seeded, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in seeded.environ.items():
        monkeypatch.setenv(name, value)

    assert main(["--parts", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["counts"] == {"right": 4, "wrong": 0, "warning": 0, "not checked": 0}
    monkeypatch.setenv("REDIS_URL_CHAT", "redis://127.0.0.1:1/0")
    assert main(["--parts"]) == 1
    assert main(["--brand", "nobodys"]) == 2
