"""An installation in which everything is right: real servers, with names and certificates of their own."""

import datetime
import json
import socketserver
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Self

import dns.flags
import dns.message
import dns.rcode
import dns.rrset
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from shared.kit.http.webhook_signatures import SIGNATURE_HEADER, is_signed
from shared.languages import LOCALES

BRAND, PROVIDER = "lumina-dating.nl", "api.payments.nl"
ZONE = {
    (f"{BRAND}.", "MX"): ["10 mail.lumina-dating.nl."],
    (f"{BRAND}.", "TXT"): ['"google-site-verification=abc"', '"v=spf1 include:_spf.mailer.nl -all"'],
    (f"m1._domainkey.{BRAND}.", "TXT"): ['"v=DKIM1; k=rsa; " "p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC"'],
    (f"_dmarc.{BRAND}.", "TXT"): ['"v=DMARC1; p=quarantine; rua=mailto:dmarc@lumina-dating.nl"'],
}


@contextmanager
def serving(server: socketserver.BaseServer) -> Iterator[int]:
    """The port of a server that answers in threads of its own."""
    threading.Thread(target=server.serve_forever, args=[0.05], daemon=True).start()
    yield int(server.server_address[1])
    server.shutdown()
    server.server_close()


class NameServer(socketserver.ThreadingUDPServer):
    """Answers from a zone; other names do not exist."""

    daemon_threads = True

    def __init__(self) -> None:
        self.zone = dict(ZONE)
        self.is_broken = False
        super().__init__(("127.0.0.1", 0), Answering)


class Answering(socketserver.BaseRequestHandler):
    server: NameServer

    def handle(self) -> None:
        wire, connection = self.request
        query = dns.message.from_wire(wire)
        [question] = query.question
        answer = dns.message.make_response(query)
        answer.flags |= dns.flags.RA
        name, kind = question.name.to_text(), dns.rdatatype.to_text(question.rdtype)
        if self.server.is_broken:
            answer.set_rcode(dns.rcode.SERVFAIL)
        elif records := self.server.zone.get((name, kind)):
            answer.answer.append(dns.rrset.from_text(name, 60, "IN", kind, *records))
        elif not any(known == name for known, _ in self.server.zone):
            answer.set_rcode(dns.rcode.NXDOMAIN)
        connection.sendto(answer.to_wire(), self.client_address)


@dataclass
class Answers:
    """How the web server answers; tests change one field."""

    key: str = "live_Secret1"
    stripe_key: str = "sk_live_Secret8"
    stripe_secret: str = "whsec_Secret9-of-sixteen"
    webhook_key: str = "shared-with-the-mail-provider"
    translator_key: str = "translator-Secret10"
    languages: tuple[str, ...] = LOCALES
    hsts: str = "max-age=31536000; includeSubDomains"
    payments: int = 200
    payment_webhook: int = 200
    seconds_ahead: int = 0
    names: list[str] = field(default_factory=lambda: [BRAND, PROVIDER])


class Website(BaseHTTPRequestHandler):
    """The sites behind a gateway, and the payment provider."""

    answers: Answers

    def do_GET(self) -> None:
        keys = {"/v2/": self.answers.key, "/v1/": self.answers.stripe_key}
        if key := keys.get(self.path[:4]):
            is_known = self.headers.get("Authorization") == f"Bearer {key}"
            self._answer(self.answers.payments if is_known else 401)
        elif self.path == "/languages":
            self._answer(200, json.dumps([{"code": code} for code in self.answers.languages]).encode())
        else:
            self._answer(200)

    do_HEAD = do_GET

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        if self.path == "/translate":
            self._answer(200 if json.loads(body).get("api_key") == self.answers.translator_key else 403)
        elif self.path == "/api/payment-webhook.php":
            self._answer(self.answers.payment_webhook)
        elif self.path == "/api/stripe-webhook.php":
            is_known = is_signed(self.headers.get("Stripe-Signature", ""), body, [self.answers.stripe_secret])
            self._answer(200 if is_known else 403)
        elif is_signed(self.headers.get(SIGNATURE_HEADER, ""), body, [self.answers.webhook_key]):
            self._answer(204)
        else:
            self._answer(403)

    def _answer(self, status: int, body: bytes = b"") -> None:
        now = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=self.answers.seconds_ahead)
        self.send_response_only(status)
        self.send_header("date", format_datetime(now, usegmt=True))
        self.send_header("content-length", str(len(body)))
        if self.answers.hsts:
            self.send_header("strict-transport-security", self.answers.hsts)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any) -> None:
        pass


@dataclass(frozen=True)
class Authority:
    """Signs certificates of servers, and is trusted by clients that read `file`."""

    key: ec.EllipticCurvePrivateKey
    name: x509.Name
    folder: Path

    @classmethod
    def made(cls, folder: Path) -> Self:
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "authority of a test")])
        authority = cls(key, name, folder)
        made = authority._begun(name, 30).public_key(key.public_key())
        made = made.add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
        authority.file.write_bytes(made.sign(key, SHA256()).public_bytes(Encoding.PEM))
        return authority

    @property
    def file(self) -> Path:
        return self.folder / "authority.pem"

    def _begun(self, name: x509.Name, days: int) -> x509.CertificateBuilder:
        now = datetime.datetime.now(datetime.UTC)
        return (
            x509.CertificateBuilder(self.name, name)
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=60))
            .not_valid_after(now + datetime.timedelta(days=days))
        )

    def context(self, *names: str, days: int = 30) -> ssl.SSLContext:
        """A server's, with a certificate for these names that ends in so many days."""
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, names[0])])
        others = [x509.DNSName(each) if each[-1].isalpha() else x509.IPAddress(ip_address(each)) for each in names]
        made = self._begun(subject, days).public_key(key.public_key())
        made = made.add_extension(x509.SubjectAlternativeName(others), False)
        file = self.folder / "server.pem"
        private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        file.write_bytes(private + made.sign(self.key, SHA256()).public_bytes(Encoding.PEM))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        return context


@contextmanager
def website(answers: Answers, context: ssl.SSLContext) -> Iterator[int]:
    """The port of the web server."""
    handler = type("Handler", (Website,), {"answers": answers})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    server.handle_error = lambda *_: None  # type: ignore[method-assign]
    with serving(server) as port:
        yield port
