from uuid import UUID, uuid4

import pytest
from pairwise.profiles.v1.profiles_pb2 import (
    FindCandidatesRequest,
    FindCandidatesResponse,
    GetVeiledPicturesRequest,
    GetVeiledPicturesResponse,
)
from shared.kit.core import Invalid, Malformed
from shared.kit.grpc import Client
from shared.kit.testing.web import Browser

from profiles.storage.seed import SeedPhoto
from profiles.tests.integration.test_leaks import HIDDEN, take_file
from profiles.tests.makers import AMSTERDAM, BERLIN, GRONINGEN, THUMBHASH, Town, ago


def candidates(client: Client, viewer: UUID, *left_out: UUID, limit: int = 10) -> FindCandidatesResponse:
    packed = b"".join(member.bytes for member in left_out)
    request = FindCandidatesRequest(viewer_id=str(viewer), left_out_ids=packed, limit=limit)
    return client.ask("FindCandidates", request, FindCandidatesResponse)


def ids(found: FindCandidatesResponse) -> list[str]:
    return [card.id for card in found.cards]


def test_near_fitting_members_with_a_photo_come_first(profiles: Client, town: Town) -> None:
    ann = town.woman()
    abroad, near = town.man(town_id=BERLIN), town.man()
    town.man(seeks=("male",)), town.woman(), town.man(photos=())

    found = candidates(profiles, ann)

    assert ids(found) == [str(near), str(abroad)]
    assert (found.country, found.region) == ("NL", "nl-utrecht")
    assert ids(candidates(profiles, ann, limit=1)) == [str(near)]


def test_the_nearest_come_first_whoever_was_here_last(profiles: Client, town: Town) -> None:
    ann = town.woman()
    far, near, here = town.man(town_id=GRONINGEN), town.man(town_id=AMSTERDAM), town.man(last_active_at=ago(days=9))

    assert ids(candidates(profiles, ann)) == [str(here), str(near), str(far)]
    assert ids(candidates(profiles, ann, here, limit=1)) == [str(near)]


def test_decided_members_are_left_out(profiles: Client, town: Town) -> None:
    ann = town.woman()
    bo, cy = town.man(), town.man(town_id=BERLIN)

    assert ids(candidates(profiles, ann, bo)) == [str(cy)]
    assert ids(candidates(profiles, ann, bo, cy, uuid4())) == []


@pytest.mark.parametrize("why", HIDDEN)
def test_the_hidden_are_neither_dealt_nor_pictured(profiles: Client, town: Town, why: str) -> None:
    ann, bo = town.woman(), town.man()
    assert ids(candidates(profiles, ann)) == [str(bo)]
    assert len(pictures(profiles, ann, bo)) == 1

    HIDDEN[why](town, ann, bo)

    assert ids(candidates(profiles, ann)) == []
    assert pictures(profiles, ann, bo) == []


def test_bad_questions_are_refused(profiles: Client, town: Town) -> None:
    ann = town.woman()
    for limit in (0, 51):
        with pytest.raises(Invalid):
            candidates(profiles, ann, limit=limit)
    with pytest.raises(Malformed):
        profiles.ask("FindCandidates", FindCandidatesRequest(viewer_id="ann", limit=1), FindCandidatesResponse)
    request = FindCandidatesRequest(viewer_id=str(ann), left_out_ids=b"too short", limit=1)
    with pytest.raises(Malformed):
        profiles.ask("FindCandidates", request, FindCandidatesResponse)


def pictures(client: Client, viewer: UUID, *members: UUID) -> list[str]:
    request = GetVeiledPicturesRequest(viewer_id=str(viewer), member_ids=[str(member) for member in members])
    return list(client.ask("GetVeiledPictures", request, GetVeiledPicturesResponse).srcs)


def test_a_veiled_picture_is_the_blurred_one_and_says_nothing(
    profiles: Client, town: Town, browser: Browser, media_folder: object
) -> None:
    ann, bo, cy = town.woman(), town.man(photos=(SeedPhoto("demo/veil-1", THUMBHASH),)), town.man()
    take_file(f"{media_folder}/demo/veil-1-locked.webp", b"RIFF blurred WEBP")
    photo = town.rows("SELECT id FROM photos WHERE member_id = %(bo)s", bo=bo)[0][0]

    [link] = pictures(profiles, ann, bo)

    assert [link] == pictures(profiles, ann, bo)  # the same for ten minutes, so that browsers keep it
    assert str(photo) not in link
    assert str(bo) not in link
    answer = browser.as_member(ann).get(link)
    assert (answer.status_code, answer.data) == (200, b"RIFF blurred WEBP")
    assert browser.as_member(cy).get(link).status_code == 404
    for flaw in ("A" * 10, "AAAA", link.removeprefix("/media/veiled/").removesuffix(".webp")[:-2] + "AA"):
        assert browser.as_member(ann).get(f"/media/veiled/{flaw}.webp").status_code == 404
    town.block(bo, ann)
    assert browser.as_member(ann).get(link).status_code == 404
