"""Encryption of SMTP, and attacks on the path to the mail server."""

import datetime
import ipaddress
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from notifications.clients import smtp
from notifications.clients.smtp import SmtpServer, Tls
from notifications.ports import MailServerUnavailable
from notifications.settings import NotificationSettings
from notifications.tests.contract.test_smtp import TIMEOUT_SECONDS, Mailboxes, a_message
from runner.ports import free_port
from shared.kit.testing.environment import environment_of

LOGIN = LoginPassword(b"pairwise", b"a password")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for 127.0.0.1 by an authority of its own, in one file with its key."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.datetime.now(datetime.UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "mail of a test")])
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
        .sign(key, SHA256())
    )
    file = tmp_path_factory.mktemp("tls") / "server.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(private + made.public_bytes(Encoding.PEM))
    return file


@pytest.fixture
def trusted(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smtp, "_trusted", lambda: ssl.create_default_context(cafile=str(certificate)))


@pytest.fixture
def mailboxes() -> Mailboxes:
    return Mailboxes()


@pytest.fixture
def logged_in() -> list[object]:
    """Credentials that clients have sent."""
    return []


@contextmanager
def serving(mailboxes: Mailboxes, logged_in: list[object], certificate: Path | None) -> Iterator[int]:
    context = None
    if certificate:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(certificate)

    def check(server: object, session: object, envelope: object, mechanism: str, given: object) -> AuthResult:
        logged_in.append(given)
        return AuthResult(success=given == LOGIN)

    port = free_port()
    controller = Controller(
        mailboxes,
        hostname="127.0.0.1",
        port=port,
        ready_timeout=TIMEOUT_SECONDS,
        tls_context=context,
        authenticator=check,
        auth_require_tls=False,
    )
    controller.start()
    try:
        yield port
    finally:
        controller.stop()


@contextmanager
def stripped(port: int) -> Iterator[int]:
    """An attacker on the path who strips STARTTLS from the answer of the server."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def pump(source: socket.socket, target: socket.socket, change: Callable[[bytes], bytes]) -> None:
            while data := source.recv(65_536):
                target.sendall(change(data))
            target.close()

        def serve() -> None:
            try:
                client, _ = listening.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", port))
            away = threading.Thread(target=pump, args=(client, server, bytes), daemon=True)
            away.start()
            pump(server, client, lambda data: data.replace(b"STARTTLS", b"XXXXXXXX"))

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield listening.getsockname()[1]


def send(port: int, tls: Tls, user: str = "") -> None:
    SmtpServer(f"smtp://{user}127.0.0.1:{port}", tls=tls, deadline_seconds=TIMEOUT_SECONDS).send(a_message())


@pytest.mark.usefixtures("trusted")
@pytest.mark.parametrize("tls", [Tls.REQUIRED, Tls.OPPORTUNISTIC])
def test_a_server_that_offers_starttls_gets_mail_encrypted(
    mailboxes: Mailboxes, logged_in: list[object], certificate: Path, tls: Tls
) -> None:
    with serving(mailboxes, logged_in, certificate) as port:
        send(port, tls, "pairwise:a%20password@")

    assert (len(mailboxes.taken), logged_in) == (1, [LOGIN])


@pytest.mark.parametrize(("tls", "arrives"), [(Tls.REQUIRED, 0), (Tls.OPPORTUNISTIC, 1), (Tls.NONE, 1)])
def test_a_server_without_starttls_gets_mail_only_where_the_operator_says_so(
    mailboxes: Mailboxes, logged_in: list[object], tls: Tls, arrives: int
) -> None:
    with serving(mailboxes, logged_in, None) as port:
        if arrives:
            send(port, tls)
        else:
            with pytest.raises(MailServerUnavailable, match="NotEncrypted"):
                send(port, tls)

    assert len(mailboxes.taken) == arrives


@pytest.mark.parametrize("tls", list(Tls))
def test_a_password_is_never_sent_unencrypted(mailboxes: Mailboxes, logged_in: list[object], tls: Tls) -> None:
    with serving(mailboxes, logged_in, None) as port, pytest.raises(MailServerUnavailable):
        send(port, tls, "pairwise:a%20password@")

    assert (mailboxes.taken, logged_in) == ([], [])


@pytest.mark.usefixtures("trusted")
def test_an_attacker_who_strips_starttls_gets_no_email(
    mailboxes: Mailboxes, logged_in: list[object], certificate: Path
) -> None:
    with (
        serving(mailboxes, logged_in, certificate) as port,
        stripped(port) as between,
        pytest.raises(MailServerUnavailable),
    ):
        send(between, Tls.REQUIRED, "pairwise:a%20password@")

    assert (mailboxes.taken, logged_in) == ([], [])


@pytest.mark.parametrize("tls", [Tls.REQUIRED, Tls.OPPORTUNISTIC])
def test_a_server_with_a_certificate_of_nobody_we_trust_gets_no_mail(
    mailboxes: Mailboxes, logged_in: list[object], certificate: Path, tls: Tls
) -> None:
    with serving(mailboxes, logged_in, certificate) as port, pytest.raises(MailServerUnavailable):
        send(port, tls)

    assert mailboxes.taken == []


@pytest.mark.parametrize(
    ("environment", "given", "expected"),
    [
        ("production", {}, Tls.REQUIRED),
        ("production", {"SMTP_TLS": "opportunistic"}, Tls.OPPORTUNISTIC),
        ("development", {}, Tls.OPPORTUNISTIC),
        ("development", {"SMTP_TLS": "required"}, Tls.REQUIRED),
    ],
)
def test_production_requires_encryption_by_default(environment: str, given: dict[str, str], expected: Tls) -> None:
    settings = NotificationSettings.from_environment(
        **environment_of(
            "notifications",
            PAIRWISE_ENV=environment,
            PAIRWISE_PUBLIC_URL="https://pairwise.test",
            DATABASE_URL="postgresql://x/y",
            SMS_PROVIDER="none",
            **given,
        )
    )

    assert settings.mail_encryption is expected
