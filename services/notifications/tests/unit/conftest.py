import pytest
from notifications.emails import EmailRenderer
from notifications.tests.rendering import LOCALES_DIR
from notifications.unsubscribe_links import UnsubscribeLinks
from shared.kit.core import SigningKeys
from shared.kit.core.keys import new_key
from shared.sites import SiteDirectory


@pytest.fixture(scope="session")
def renderer() -> EmailRenderer:
    keys = SigningKeys(new_key())
    sites = SiteDirectory(public_url="https://pairwise.test")
    return EmailRenderer(LOCALES_DIR, sites, UnsubscribeLinks(keys), statement_keys=keys)
