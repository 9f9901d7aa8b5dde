"""All eighteen payment methods of the specification, against the sandbox's own process."""

import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from billing.tests.makers import a_member, balance
from billing.tests.sandbox import KEY, Shop, open_shop
from billing.wiring import Wiring, refuse_retired_methods
from shared.kit.db import Database
from shared.kit.testing.tokens import KeyPair
from shared.sites import PAYMENT_METHODS, Site, SiteDirectory
from shared.sites.directory import DOCUMENTS
from standins.tests.running import StandIn

from tests.member import until

# Section 9 of the specification, by our names. Direct debit is paid with a mandate, which test_sandbox.py tries.
NAMED = (
    "directdebit przelewy24 blik banktransfer giropay mastercard visa creditcard cartebancaire nexi ideal bancontact "
    "applepay paysafecard maestro paypal sofort eps"
)
RETIRED = {"giropay", "sofort", "nexi"}


@pytest.fixture(scope="module")
def standin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StandIn]:
    standin = StandIn("standins.payments", tmp_path_factory.mktemp("sandbox"), {"PAYMENTS_API_KEY": KEY})
    standin.start()
    yield standin
    standin.stop(signal.SIGKILL)


@pytest.fixture
def shop(
    wired: Wiring, database: Database, keys: KeyPair, standin: StandIn, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Shop]:
    site = wired.sites.for_host("localhost").model_copy(update={"payment_methods": {"NL": list(PAYMENT_METHODS)}})
    monkeypatch.setattr(type(wired.sites), "for_host", lambda *_: site)
    with open_shop(wired, keys, standin, post_office=False) as shop:
        yield shop


def test_the_eighteen_are_known() -> None:
    assert set(PAYMENT_METHODS) == set(NAMED.split())
    assert {name for name, method in PAYMENT_METHODS.items() if method.retired} == RETIRED


@pytest.mark.parametrize("method", sorted(set(PAYMENT_METHODS) - {"directdebit"}))
def test_every_method_pays_at_the_sandbox(shop: Shop, method: str) -> None:
    ann = a_member(shop.wired)
    assert method in shop.browser(ann).get("/api/packages.php").json["methods"]

    payment = shop.order(ann, method)
    shop.decide(payment["payment_id"], "paid")

    until(lambda: balance(shop.wired, ann) == (26, 3))
    assert shop.look(ann, payment["payment_id"])["method"] == method


def directory_with(method: str) -> SiteDirectory:
    """The example site, whose document names this method for the Netherlands."""
    document = yaml.safe_load((DOCUMENTS / "pairwise.yaml").read_text("utf-8"))
    document["payment_methods"]["NL"].append(method)
    folder = Path(tempfile.mkdtemp())
    (folder / "pairwise.yaml").write_text(yaml.safe_dump(document), "utf-8")
    return SiteDirectory(folder)


@pytest.mark.parametrize("method", sorted(RETIRED))
def test_a_retired_method_is_refused_with_the_live_provider_and_says_why(method: str) -> None:
    with pytest.raises(ValueError, match=rf"pairwise cannot offer {method} with a live payment provider: \w+"):
        refuse_retired_methods(directory_with(method))


@pytest.mark.parametrize("method", ["visa", "mastercard", "maestro"])
def test_brands_of_cards_are_methods_of_their_own(method: str) -> None:
    directory = directory_with(method)
    refuse_retired_methods(directory)
    site: Site = directory.get("pairwise")
    assert method in site.methods_in("NL")
    assert PAYMENT_METHODS[method].mollie == "creditcard"
