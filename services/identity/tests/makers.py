"""What identity's tests start from."""

from typing import Any
from uuid import uuid4


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
