"""A brand in a language that the product does not have, opened in a running product: pages, refusals, mails."""

import os
import subprocess
from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx
import pytest
from runner.paths import ROOT

from tests.member import Member, until
from tests.own_language import BRAND, LANGUAGE, marked, write_brand
from tests.product import Product


def site(product: Product, *arguments: str) -> None:
    command = [str(ROOT / "scripts" / "pairwise"), "site", *arguments, "--by", "a test"]
    done = subprocess.run(
        command, env=os.environ | {"PAIRWISE_HOME": str(product.home)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def visitor(product: Product, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A visitor of the brand, who has chosen nothing."""
    folder = tmp_path_factory.mktemp("sites")
    write_brand(folder)
    site(product, "apply", str(folder))
    host = f"{BRAND}.localhost:{urlsplit(product.base_url).port}"
    with httpx.Client(base_url=product.base_url, headers={"host": host}, timeout=60) as client:
        until(lambda: f'<html lang="{LANGUAGE}"' in client.get("/").text)
        # It stays for the rest of the run: what is to be done for its member later would find no site.
        yield client


def test_pages_are_drawn_in_the_language_and_name_it(visitor: httpx.Client) -> None:
    first, login = visitor.get("/").text, visitor.get(f"/{LANGUAGE}/login").text

    assert marked("Log in") in first
    assert marked("Terms") in first  # the footer
    for code in (LANGUAGE, "en", "x-default"):
        assert f'hreflang="{code}"' in first
    assert f'<html lang="{LANGUAGE}"' in login
    assert f"<title>{marked('Log in')}" in login
    assert marked("terms") in visitor.get(f"/{LANGUAGE}/pages/terms").text
    assert 'lang="en"' in visitor.get("/en/login").text
    assert f"/{LANGUAGE}/login</loc>" in visitor.get("/sitemap.xml").text
    assert visitor.get("/landers/sitemap.xml").status_code == 200


def test_texts_are_kept_under_their_version_and_no_other_site_has_them(product: Product, visitor: httpx.Client) -> None:
    version = visitor.get("/").text.partition(f'data-languages="{LANGUAGE}:')[2].partition('"')[0]
    path = f"/texts/{LANGUAGE}/common.json"
    kept, current = visitor.get(path, params={"v": version}), visitor.get(path, params={"v": "an-earlier-one"})

    assert kept.json() == current.json()
    assert kept.json()["close"] == marked("Close")
    assert kept.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert current.headers["cache-control"] == "no-cache"
    for unknown in ("/texts/cs/common.json", f"/texts/{LANGUAGE}/mails.json", f"/texts/{LANGUAGE}/constructor.json"):
        assert visitor.get(unknown).status_code == 404
    with httpx.Client(base_url=product.base_url, timeout=60) as elsewhere:
        assert elsewhere.get(path).status_code == 404
        assert elsewhere.get(f"/{LANGUAGE}/login").status_code == 404
        assert elsewhere.get("/", headers={"cookie": f"locale={LANGUAGE}"}).headers["content-language"] != LANGUAGE


def test_refusals_of_services_and_of_the_gateway_are_in_it(visitor: httpx.Client) -> None:
    found = visitor.post("/api/signup.php", json={}, headers={"x-request-type": "app"}).json()["error"]
    unknown = visitor.get("/api/nothing.php").json()["error"]

    assert {each["message"][0] for each in found["errors"]} == {"«"}
    assert unknown["message"].startswith("«")


def test_a_member_signs_up_and_gets_mails_in_it(product: Product, visitor: httpx.Client) -> None:
    with Member(product.base_url, host=visitor.headers["host"]) as ana:
        ana.http.cookies.set("locale", LANGUAGE)
        ana.sign_up("Ana", locale=LANGUAGE)
        assert f"/{LANGUAGE}/activate" in ana.activation_link()
        assert ana.mails()[0]["subject"].startswith("«")
        ana.confirm()
        assert ana.get("user")["user"]["language"] == LANGUAGE
        assert ana.get("icebreakers")["icebreakers"][0]["text"].startswith("«")
        assert ana.get("search", languages=LANGUAGE)["profiles"] == []
        assert ana.call("PUT", "user", language="en")["user"]["language"] == "en"
        assert ana.refused("PUT", "user", language="cs")[0] == 422
        assert ana.refused("PUT", "user", language="xx")[0] == 422
