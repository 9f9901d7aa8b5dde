"""base64url of RFC 4648 without padding: each run of bytes has one text, and no other text is read as it."""

import base64


def encode(raw: bytes) -> str:
    """The one text of these bytes: URL-safe, without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """The bytes of `text`, with or without its padding. Raises ValueError for every text but those two of `encode`.

    The decoder of the standard library reads `+` as `-`, `/` as `_` and any bits after the last byte.
    """
    bare = text.removesuffix("=" * (-len(text.rstrip("=")) % 4))
    raw = base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)
    if encode(raw) != bare:
        raise ValueError("not base64url")
    return raw
