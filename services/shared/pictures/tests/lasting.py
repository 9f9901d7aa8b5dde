"""Links to pictures that are the same for a whole run of tests."""

import pytest

from shared.pictures import links


@pytest.fixture(autouse=True)
def lasting_links(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two answers of a test are equal on both sides of any minute: links expire in years."""
    monkeypatch.setattr(links, "WINDOW_SECONDS", 10**8)
