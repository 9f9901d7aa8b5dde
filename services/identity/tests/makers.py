"""What identity's tests start from."""

import json
from typing import Any
from uuid import uuid4

from cryptography.fernet import Fernet
from pairwise.identity.v1.events_pb2 import MailRequested
from servicekit.storage import Database
from servicekit.testing.announced import announced

from identity.wiring import Wiring


def a_form(**changes: Any) -> dict[str, Any]:
    """A sign-up that is fine, but for the changes."""
    return {
        "id": str(uuid4()),
        "email": "ann@example.org",
        "name": "Ann",
        "date_of_birth": "1995-04-12",
        "gender": "female",
        "seeks": ["male"],
        "password": "three blue herons",
        "locale": "en",
        "terms_accepted": True,
        **changes,
    }


def mailed(database: Database, wired: Wiring, template: str = "activation") -> dict[str, str]:
    """What the newest mail of this kind says under its seal."""
    mail = [each for each in announced(database, MailRequested) if each.template == template][-1]
    content: dict[str, str] = json.loads(Fernet(wired.settings.seal_key).decrypt(mail.sealed))
    return content
