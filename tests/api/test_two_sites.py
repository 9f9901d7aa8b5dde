"""Two sites side by side: what is shown, what is paid and whom one meets depend on the host, and nothing leaks."""

from urllib.parse import urlsplit

import httpx

from tests.member import Member
from tests.product import Product


def of_iskra(product: Product) -> str:
    return f"iskra.localhost:{urlsplit(product.base_url).port}"


def test_each_host_has_its_own_brand_and_prices(product: Product) -> None:
    with httpx.Client(base_url=product.base_url) as client:

        def told(host: str) -> tuple[str, str, str, str]:
            headers = {"host": host}
            settings = client.get("/api/settings.php", headers=headers).json()["settings"]
            company = client.get("/api/companyinfo.php", headers=headers).json()["company"]
            packages = client.get("/api/packages.php", headers=headers).json()["packages"]
            theme = client.get("/api/theme.css", headers=headers).text
            return settings["name"], company["country"], packages[0]["amount"]["currency"], theme

        assert told("localhost")[:3] == ("Pairwise", "NL", "EUR")
        assert told(of_iskra(product))[:3] == ("Iskra", "PL", "PLN")
        assert told("localhost")[3] == ""
        assert "--primary:light-dark(" in told(of_iskra(product))[3]


def test_members_of_one_site_are_not_there_on_the_other(product: Product) -> None:
    host = of_iskra(product)
    with Member(product.base_url) as ann, Member(product.base_url, host=host) as zofia:
        ann.sign_up("Ann").confirm()
        zofia.sign_up("Zofia", gender="male", seeks="female").confirm()
        ann.become_premium()

        assert ann.refused("POST", "chat", id=Member.new_id(), profile_id=zofia.id, text="hello") == (404, "not_found")
        assert ann.refused("POST", "like", id=Member.new_id(), profile_id=zofia.id)[0] == 404
        assert ann.http.get("/api/profile.php", params={"id": zofia.id}).status_code == 404


def test_a_session_of_one_site_is_none_on_the_other(product: Product) -> None:
    with Member(product.base_url) as ann:
        ann.sign_up("Ann")

        for path in ("/api/user.php", "/api/profile.php", "/api/likes.php"):
            refused = ann.http.get(path, headers={"host": of_iskra(product)})
            assert (refused.status_code, refused.json()["error"]["code"]) == (403, "authentication_required")


def test_a_host_without_a_site_gets_a_plain_page(product: Product) -> None:
    answer = httpx.get(product.base_url, headers={"host": "nobody.localhost"})

    assert (answer.status_code, answer.headers["content-type"]) == (421, "text/html; charset=utf-8")
    assert "There is no site at this address" in answer.text
