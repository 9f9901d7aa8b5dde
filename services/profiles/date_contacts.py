import json
from dataclasses import asdict, dataclass

from shared.kit.core import SealingKeys, SigningKeys

from profiles.domain.check_in import ChosenPerson
from profiles.errors import RefusalLinkInvalid


@dataclass(frozen=True)
class SealedContact:
    """The chosen person of a check-in, the secret of their link to the plan, site and language of their email."""

    person: ChosenPerson
    secret: str
    site: str
    locale: str


class DateContacts:
    """Encrypts people chosen for check-ins, hashes their addresses with a key, and signs links to refuse."""

    def __init__(self, keys: SealingKeys, hash_keys: SigningKeys) -> None:
        self._keys, self._hash_keys = keys, hash_keys

    def close(self, contact: SealedContact) -> bytes:
        # `email` is the address of either kind, because the release before telephone numbers reads it.
        person = asdict(contact.person)
        person["email"] = person.pop("address")
        return self._keys.seal(json.dumps({**asdict(contact), "person": person}).encode())

    def open(self, sealed: bytes) -> SealedContact:
        content = json.loads(self._keys.open(sealed))
        person = content.pop("person")
        return SealedContact(ChosenPerson(person["name"], person["email"], person["time_zone"]), **content)

    def hashes(self, address: str) -> list[bytes]:
        """The hash of a normal address or number under each key, the one in use first."""
        return self._hash_keys.every_signature(address.encode())

    def refusal(self, address_hash: bytes) -> str:
        """The token of the link that refuses messages about plans to this address, without expiry."""
        return self._hash_keys.token("refusal", address_hash.hex())

    def refused(self, token: str) -> bytes:
        """The hash of the address. Raises RefusalLinkInvalid when the signature is not ours."""
        try:
            _, address_hash = self._hash_keys.token_parts(token)
            return bytes.fromhex(address_hash)
        except ValueError as error:
            raise RefusalLinkInvalid() from error
