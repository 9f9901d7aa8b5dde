import json
from types import SimpleNamespace
from uuid import uuid4

import pytest
from chat.live.feed_reader import _event
from chat.photo_links import PhotoLinks
from shared.kit.core import SigningKeys
from shared.kit.core.keys import new_key


@pytest.mark.parametrize(
    ("kind", "sees_likers", "is_told"), [("like", True, True), ("like", False, False), ("match", False, True)]
)
def test_the_liker_is_named_only_to_members_who_may_see_it(kind: str, sees_likers: bool, is_told: bool) -> None:
    ann, bo = uuid4(), uuid4()
    row = SimpleNamespace(position=7, kind=kind, partner_id=ann, payload={}, total_unread=0)

    said = _event(row, bo, PhotoLinks(SigningKeys(new_key())), sees_likers=sees_likers).decode()

    data = json.loads(said.partition("data: ")[2])
    assert data == {"profile_id": str(ann) if is_told else None}
