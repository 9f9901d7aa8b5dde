"""Nothing of an erased member can be reached by their id, also by somebody who signs up with it."""

import io
import zipfile
from collections.abc import Callable
from uuid import uuid4

import psycopg
from shared.registry import service_names

from tests.member import PASSWORD, Member, until
from tests.product import Product

SAID = "meet me at the old lighthouse"


def erase(product: Product, member: Member) -> None:
    """Leave, let the fourteen days pass, and wait until every service has erased the member."""
    member.call("DELETE", "user", password=PASSWORD)
    with psycopg.connect(product.instance.database_url("identity"), autocommit=True) as identity:
        identity.execute("UPDATE accounts SET deleted_at = deleted_at - interval '15 days' WHERE id = %s", [member.id])
        receipts = "SELECT count(*) FROM erasure_receipts WHERE member_id = %s"
        until(lambda: identity.execute(receipts, [member.id]).fetchone() == (len(service_names()),))


def test_an_erased_members_id_brings_nothing_back(product: Product, new_member: Callable[..., Member]) -> None:
    key = str(uuid4())
    ann = new_member("Ann", id=key).confirm().become_premium()
    bo = new_member("Bo", gender="male", seeks="female").confirm()
    ann.write(bo.id, SAID)
    until(lambda: bo.get("chats")["chats"])

    erase(product, ann)

    for taken in (key, ann.id):
        with Member(product.base_url) as again:
            again.sign_up("Ann", id=taken)
            again.confirm()
            assert again.id not in (key, ann.id)
            assert again.get("chats")["chats"] == []
            assert not again.get("user")["user"]["paid_user"]
            kinds = {entry["kind"] for entry in again.get("transactions")["transactions"]}
            assert kinds <= {"signup_gift"}
            again.call("POST", "export", id=str(uuid4()), password=PASSWORD)
            until(lambda: again.get("export")["export"]["state"] == "ready")
            answer = again.http.post("/api/export-download.php", json={"token": again.mailed_token("my-data")})
            with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
                everything = b"".join(archive.read(name) for name in archive.namelist()).decode()
            assert SAID not in everything
            assert ann.id not in everything
            assert key not in everything
    assert bo.http.get("/api/profile.php", params={"id": ann.id}).status_code == 404
