import pytest
from notifications.emails import EmailRenderer
from notifications.tests.rendering import LOCALES_DIR
from notifications.unsubscribe_links import UnsubscribeLinks
from shared.kit.core import SigningKeys
from shared.kit.core.keys import new_key
from shared.sites import SiteDirectory


@pytest.fixture(scope="session")
def renderer() -> EmailRenderer:
    links = UnsubscribeLinks(SigningKeys(new_key()))
    return EmailRenderer(LOCALES_DIR, SiteDirectory(public_url="https://pairwise.test"), links)
