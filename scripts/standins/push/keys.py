"""The device's side of web push: a key pair and a secret (RFC 8291), and decryption."""

import secrets

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from standins.push.model import Device, decode, encode


def new_device(device_id: str, application_key: str) -> Device:
    private = ec.generate_private_key(ec.SECP256R1())
    public = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    raw = private.private_numbers().private_value.to_bytes(32, "big")
    return Device(device_id, application_key, encode(raw), encode(public), encode(secrets.token_bytes(16)))


def read(device: Device, body: bytes) -> str | None:
    """The decrypted text; None when it was not encrypted for this device."""
    if not device.private_key:
        return None
    private = ec.derive_private_key(int.from_bytes(decode(device.private_key), "big"), ec.SECP256R1())
    try:
        plain = http_ece.decrypt(body, private_key=private, auth_secret=decode(device.auth), version="aes128gcm")
    except (http_ece.ECEException, ValueError):
        return None
    return bytes(plain).decode("utf-8", "replace").rstrip()
