from shared.kit.core import SigningKeys
from shared.mail_address import normal_address


class AddressHashes:
    """Keyed hashes of email addresses: to know again where an email went, without storing any address."""

    def __init__(self, keys: SigningKeys) -> None:
        self._keys = keys

    def of(self, address: str) -> bytes:
        """The hash under the key in use."""
        return self._keys.sign(_message(address))

    def every(self, address: str) -> list[bytes]:
        """The hash under each key that is accepted, to compare with stored ones."""
        return self._keys.every_signature(_message(address))


def _message(address: str) -> bytes:
    try:
        return normal_address(address).encode()
    except ValueError:
        return address.casefold().encode()
