"""Authentication of the sender: `Authorization: vapid t=<token>, k=<key>` (RFC 8292)."""

import re
import time

import jwt
from cryptography.hazmat.primitives.asymmetric import ec

from standins.push.model import decode

_HEADER = re.compile(r"vapid\s+t=([\w.-]+)\s*,\s*k=([\w-]+)", re.ASCII)
A_DAY = 86_400


class NotTrusted(Exception):
    """No token, or one that is not good for us."""


def sender(header: str, audience: str, application_key: str) -> str:
    """The subject (`sub`) of the application server's token. Raises NotTrusted."""
    found = _HEADER.fullmatch(header.strip())
    if found is None:
        raise NotTrusted("no vapid token")
    token, key = found.groups()
    if application_key and key != application_key:
        raise NotTrusted("not the key this device was subscribed with")
    try:
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(key))
        claims = jwt.decode(token, public, algorithms=["ES256"], audience=audience)
    except (ValueError, jwt.PyJWTError) as error:
        raise NotTrusted(str(error)) from error
    if not 0 < float(claims.get("exp", 0)) - time.time() <= A_DAY:
        raise NotTrusted("exp must be within a day")
    return str(claims.get("sub", ""))
