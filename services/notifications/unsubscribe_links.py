"""The links that turn one kind of mail off without logging in: signed, for one member and one kind, for ever."""

import hmac
from uuid import UUID

from servicekit.keys import SigningKeys

from notifications.domain.preferences import Kind
from notifications.errors import UnsubscribeLinkInvalid


class UnsubscribeLinks:
    def __init__(self, keys: SigningKeys) -> None:
        self._keys = keys

    def make(self, address: str, member_id: UUID, kind: Kind) -> str:
        return f"{address}/api/unsubscribe.php?token={self.token(member_id, kind)}"

    def token(self, member_id: UUID, kind: Kind) -> str:
        return f"{member_id}.{kind}.{self._keys.sign(_signed(member_id, kind)).hex()}"

    def read(self, token: str) -> tuple[UUID, Kind]:
        try:
            member, name, signature = token.split(".")
            member_id, kind = UUID(member), Kind(name)
        except ValueError as error:
            raise UnsubscribeLinkInvalid() from error
        genuine = self._keys.every_signature(_signed(member_id, kind))
        if not any(hmac.compare_digest(signature.encode(), each.hex().encode()) for each in genuine):
            raise UnsubscribeLinkInvalid()
        return member_id, kind


def _signed(member_id: UUID, kind: Kind) -> bytes:
    return f"{member_id}.{kind}".encode()
