"""Links that turn one kind of email off without a login: signed, for one member and one kind, without expiry."""

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
        return self._keys.token(member_id, kind)

    def read(self, token: str) -> tuple[UUID, NotificationKind]:
        """Raises UnsubscribeLinkInvalid when the signature is not ours."""
        try:
            member, kind = self._keys.token_parts(token)
            return UUID(member), NotificationKind(kind)
        except ValueError as error:
            raise UnsubscribeLinkInvalid() from error
