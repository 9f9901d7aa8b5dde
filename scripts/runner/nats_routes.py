"""The two Secrets by which the servers of a NATS cluster know each other: a password and a certificate.

Either alone admits no server. The certificate is signed by itself, and `ca.crt` lists those that are accepted, so that
one is replaced as a key ring is (docs/keys.md); cert-manager can make the same three entries.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

USER = "route"
HEADLESS = "nats-headless"
YEARS = 5


def servers(count: int) -> list[str]:
    """Host and port of each, as k8s/production/nats.yaml names its pods."""
    return [f"nats-{number}.{HEADLESS}:6222" for number in range(count)]


def routes(password: str, addresses: Sequence[str]) -> str:
    """What a `cluster` block of nats.conf includes. The server takes the login of a route from its address alone."""
    listed = "\n".join(f'  "nats://{USER}:{password}@{address}"' for address in addresses)
    return f'authorization {{ user: {USER}, password: "{password}", timeout: 5 }}\nroutes: [\n{listed}\n]\n'


def certificate(hosts: Sequence[str]) -> dict[str, str]:
    """The entries `tls.crt`, `tls.key` and `ca.crt` for servers with these names, `*.name` among them."""
    key = ec.generate_private_key(ec.SECP256R1())
    name, now = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "nats")]), datetime.now(UTC)
    identifier = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=365 * YEARS))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host) for host in hosts]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(identifier, critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(identifier), critical=False)
        .sign(key, hashes.SHA256())
    )
    text = made.public_bytes(Encoding.PEM).decode()
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    return {"tls.crt": text, "tls.key": private, "ca.crt": text}
