from dataclasses import asdict, dataclass
from typing import Any, Literal

Kind = Literal["mail", "sms"]


@dataclass(frozen=True)
class Message:
    """One mail or SMS as one recipient got it."""

    id: str
    kind: Kind
    to: str
    sender: str
    subject: str
    text: str
    html: str
    links: tuple[str, ...]
    sent_at: str

    @property
    def title(self) -> str:
        """Its fields in lists."""
        if self.kind == "sms":
            return self.text[:120]
        return self.subject or "(no subject)"

    def is_to(self, address: str) -> bool:
        return same_recipient(self.to) == same_recipient(address)

    def public(self) -> dict[str, Any]:
        shown = ("id", "to", "subject", "text", "html", "links", "sent_at")
        return {name: value for name, value in asdict(self).items() if name in shown}


def same_recipient(address: str) -> str:
    """The form in which two spellings of one address are equal."""
    if "@" in address:
        return address.strip().casefold()
    # A plus sign arrives as a space in a query string that was not quoted, so only the digits of a number count.
    return "".join(filter(str.isdecimal, address)) or address.strip().casefold()
