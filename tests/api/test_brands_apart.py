"""Nothing of one brand's marketing is seen, changed or counted at another brand: visits, codes, experiments, pages,
networks, campaign mails and reports.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.api.other_brand import READS, REPORT, TRIES, Property, make_property, send, today
from tests.api.visits import PERSON, host_of
from tests.desk import become_marketer, log_in_marketer
from tests.member import Member, until
from tests.product import Product

REFUSED = (403, 404, 409, 422)


@pytest.fixture(scope="module")
def theirs(product: Product) -> Iterator[Property]:
    """Of Pairwise, whose marketer it is."""
    with Member(product.base_url) as desk, Member(product.base_url) as member:
        log_in_marketer(desk)
        yield make_property(desk, member)


@pytest.fixture(scope="module")
def before(theirs: Property) -> dict[str, Any]:
    return theirs.state()


@pytest.fixture(scope="module")
def iskra(product: Product) -> Iterator[Member]:
    """A marketer of Iskra, who has everything there that a desk gives."""
    with Member(product.base_url, host=host_of(product, "iskra")) as member:
        yield become_marketer(product, member.sign_up("Zofia").confirm())


@pytest.mark.parametrize("what", TRIES)
def test_another_brand_is_refused_and_changes_nothing(
    theirs: Property, before: dict[str, Any], iskra: Member, what: str
) -> None:
    answer = send(iskra, TRIES[what](theirs))

    assert answer.status_code in REFUSED, answer.text
    assert not any(name in answer.text for name in theirs.names if name not in TRIES[what](theirs)[1])
    assert theirs.state() == before


def test_costs_of_a_network_of_another_brand_are_not_imported(
    theirs: Property, before: dict[str, Any], iskra: Member
) -> None:
    lines = f"network,day,cost,currency\n{theirs.network},{today()},1,EUR"

    answer = iskra.http.post("/api/marketing-costs.php", json={"csv": lines})

    assert answer.json() == {"changed": 0, "unchanged": 0, "problems": [{"line": 2, "problem": "network"}]}
    assert theirs.state() == before


@pytest.mark.parametrize("name", READS)
def test_no_list_of_another_brand_has_anything_of_it(theirs: Property, iskra: Member, name: str) -> None:
    answer = iskra.http.get(f"/api/{name}.php", params=READS[name])

    assert answer.status_code == 200
    assert not any(name in answer.text for name in theirs.names)


@pytest.mark.parametrize("name", READS)
def test_a_session_at_one_desk_is_none_at_another(product: Product, theirs: Property, name: str) -> None:
    there = {"host": host_of(product, "iskra")}

    answer = theirs.desk.http.get(f"/api/{name}.php", params=READS[name], headers=there)

    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "authentication_required")


@pytest.mark.parametrize("method", ["POST", "PUT"])
def test_a_view_of_one_brand_counts_as_none_at_another(
    product: Product, theirs: Property, before: dict[str, Any], iskra: Member, method: str
) -> None:
    view, _ = theirs.rendered()
    host = host_of(product, "iskra")

    answer = iskra.http.request(method, "/api/track.php", json=view, headers=PERSON | {"origin": f"http://{host}"})

    assert answer.status_code == 202
    assert theirs.state() == before
    rows = iskra.get("marketing-report", **REPORT, by="page,network")["rows"]
    assert not any(set(row["key"]) & set(theirs.names) for row in rows)


def test_a_sign_up_at_another_brand_that_names_its_arm_and_code_counts_for_none_of_it(
    product: Product, theirs: Property, before: dict[str, Any], iskra: Member
) -> None:
    view, proof = theirs.rendered()
    named = {"page": theirs.slug, "version": view["version"], "arm": view["arm"], "network": theirs.network}
    with Member(product.base_url, host=host_of(product, "iskra")) as bartek:
        bartek.sign_up("Bartek", arrival=named | {"opened": proof})

        def is_counted() -> bool:
            rows = iskra.get("marketing-report", **REPORT, by="page", page=theirs.slug)["rows"]
            return any(row["suspect_sign_ups"] for row in rows)

        # The proof is another brand's, so that the sign-up is suspect where it was made.
        until(is_counted)

    assert theirs.state() == before
