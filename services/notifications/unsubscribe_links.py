"""Links that turn one kind of email off without a login: signed, for one member and one kind, without expiry."""

import hmac
from uuid import UUID

from shared.kit.core import SigningKeys

from notifications.domain.preferences import NotificationKind
from notifications.errors import UnsubscribeLinkInvalid


class UnsubscribeLinks:
    def __init__(self, keys: SigningKeys) -> None:
        self._keys = keys

    def make(self, base_url: str, member_id: UUID, kind: NotificationKind) -> str:
        return f"{base_url}/api/unsubscribe.php?token={self.token(member_id, kind)}"

    def token(self, member_id: UUID, kind: NotificationKind) -> str:
        return f"{member_id}.{kind}.{self._keys.sign(_signed(member_id, kind)).hex()}"

    def read(self, token: str) -> tuple[UUID, NotificationKind]:
        """Raises UnsubscribeLinkInvalid when the signature is not ours."""
        try:
            member, name, signature = token.split(".")
            member_id, kind = UUID(member), NotificationKind(name)
        except ValueError as error:
            raise UnsubscribeLinkInvalid() from error
        signatures = self._keys.every_signature(_signed(member_id, kind))
        if not any(hmac.compare_digest(signature.encode(), each.hex().encode()) for each in signatures):
            raise UnsubscribeLinkInvalid()
        return member_id, kind


def _signed(member_id: UUID, kind: NotificationKind) -> bytes:
    return f"{member_id}.{kind}".encode()
