"""The links that turn one kind of mail off without logging in: signed, for one member and one kind, for ever."""

import hmac
from hashlib import sha256
from uuid import UUID

from notifications.domain.preferences import Kind
from notifications.errors import UnsubscribeLinkInvalid


class UnsubscribeLinks:
    def __init__(self, key: str) -> None:
        # A key of its own, so that what is signed here means nothing where the seal's key is used.
        self._key = hmac.digest(key.encode(), b"unsubscribe links", sha256)

    def make(self, address: str, member_id: UUID, kind: Kind) -> str:
        return f"{address}/api/unsubscribe.php?token={self.token(member_id, kind)}"

    def token(self, member_id: UUID, kind: Kind) -> str:
        return f"{member_id}.{kind}.{self._sign(member_id, kind)}"

    def read(self, token: str) -> tuple[UUID, Kind]:
        try:
            member, name, signature = token.split(".")
            member_id, kind = UUID(member), Kind(name)
        except ValueError as error:
            raise UnsubscribeLinkInvalid() from error
        if not hmac.compare_digest(signature.encode(), self._sign(member_id, kind).encode()):
            raise UnsubscribeLinkInvalid()
        return member_id, kind

    def _sign(self, member_id: UUID, kind: Kind) -> str:
        return hmac.new(self._key, f"{member_id}.{kind}".encode(), sha256).hexdigest()
