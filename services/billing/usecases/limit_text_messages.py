from dataclasses import dataclass
from uuid import UUID

from shared.kit.http import RateLimiter, Subjects

from billing.errors import DirectDebitLimit


@dataclass(frozen=True)
class TextMessageLimits:
    """The rate limits of text messages for one request of a member."""

    limiter: RateLimiter
    member_id: UUID
    source: str
    site: str

    def take(self, phone: str, iban: str, *, is_proven: bool) -> None:
        """Count one message. Raises DirectDebitLimit.

        A telephone number or bank account is counted together with the network it was typed in, and with a higher limit
        in all, so that strangers cannot use up the owner's limit. Where the member has proven the number before
        (`is_proven`) only the member is counted.
        """
        self._take("text_message", {"member": self.member_id, "source": self.source, "site": self.site})
        if is_proven:
            return
        for name, recipient in (("phone_number", phone), ("bank_account", iban)):
            self._take(name, {"recipient": f"{self.source} {recipient}"})
            self._take(f"{name}_in_all", {"recipient": recipient})

    def _take(self, name: str, subjects: Subjects) -> None:
        self.limiter.take(name, subjects, refusal=DirectDebitLimit)
