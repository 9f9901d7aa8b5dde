"""Whatever is pending ends with a new password."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from identity.domain.session import hash_secret
from identity.domain.token import Purpose
from identity.storage.tables import ExportRow
from identity.tests.access import (
    PASSWORD,
    World,
    by_address_link,
    by_password_change,
    by_reset,
    by_stop_link,
    confirmed,
)
from identity.tests.authenticator import Authenticator
from identity.tests.authenticator_app import App


@pytest.mark.parametrize("revoke", [by_reset, by_password_change, by_stop_link, by_address_link])
def test_no_token_outlives_a_revocation_of_credentials(
    new_world: Callable[[], World], revoke: Callable[[World], TestResponse]
) -> None:
    world = new_world()
    confirmed(world)
    world.plant(*Purpose)

    assert revoke(world).status_code == 200

    with world.wired.unit_of_work() as uow:
        good = [purpose for purpose in Purpose if uow.tokens.is_valid(purpose, hash_secret(world.tokens[purpose]))]
        assert good == []
        assert [each.state for each in [uow.exports.newest(world.member_id)] if each and not each.is_revoked] == []


def test_a_passkey_and_an_app_that_were_begun_end_with_a_new_password(new_world: Callable[[], World]) -> None:
    world = new_world()
    confirmed(world)
    offer = world.old.post("/api/passkey-proof.php", {}).json
    signed = {"id": offer["id"], "credential": world.phone.sign(offer["options"])}
    assert world.old.put("/api/passkey-proof.php", signed).status_code == 200
    begun = world.old.post("/api/passkeys.php", {"password": PASSWORD}).json
    app = App(world.old.post("/api/second-factor.php", {"password": PASSWORD}).json["secret"], world.database)

    assert by_password_change(world).status_code == 200
    world.old.logged_in()

    made = {"id": begun["id"], "credential": Authenticator().make(begun["options"]), "name": "A thief's"}
    assert world.old.put("/api/passkeys.php", made).json["error"]["code"] == "passkey_refused"
    assert (
        world.old.put("/api/second-factor.php", {"code": app.code()}).json["error"]["code"] == "authenticator_missing"
    )


def test_a_revoked_export_can_be_asked_for_again_at_once(new_world: Callable[[], World]) -> None:
    world = new_world()
    assert by_password_change(world).status_code == 200
    asked = {"id": str(uuid4()), "password": "five red foxes"}
    assert world.old.logged_in().post("/api/export.php", asked).status_code == 201
    with Session(world.database.engine) as session:
        assert session.query(ExportRow).where(ExportRow.member_id == world.member_id).count() == 2
