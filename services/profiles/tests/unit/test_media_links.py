from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st
from shared.kit.core import SigningKeys
from shared.kit.core.keys import new_key
from shared.pictures import PictureStore

from profiles.blurred_links import BlurredLinks
from profiles.domain.card import Photo
from profiles.media_links import MediaLinks

LINKS = MediaLinks(SigningKeys(new_key()))
PHOTO, ANN, BO = UUID(int=1), UUID(int=2), UUID(int=3)
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


@given(st.datetimes(datetime(2020, 1, 1), datetime(2080, 1, 1), timezones=st.just(UTC)))
def test_a_link_holds_for_five_to_ten_minutes(at: datetime) -> None:
    expires = int(_query(LINKS.image(Photo(PHOTO, ""), ANN, at).src)["e"])

    assert timedelta(minutes=5) < datetime.fromtimestamp(expires, UTC) - at <= timedelta(minutes=10)


def test_a_link_stays_the_same_for_its_five_minutes() -> None:
    links = [LINKS.image(Photo(PHOTO, ""), ANN, NOON + timedelta(minutes=minutes)).src for minutes in (0, 4, 5)]

    assert links[0] == links[1] != links[2]


def test_a_signature_is_for_its_photo_variant_viewer_and_time() -> None:
    query = _query(LINKS.locked(Photo(PHOTO, ""), ANN, NOON))
    expires, signature = int(query["e"]), query["s"]

    assert LINKS.is_genuine(PHOTO, "locked", ANN, expires, signature)
    assert not LINKS.is_genuine(PHOTO, "800", ANN, expires, signature)
    assert not LINKS.is_genuine(BO, "locked", ANN, expires, signature)
    assert not LINKS.is_genuine(PHOTO, "locked", BO, expires, signature)
    assert not LINKS.is_genuine(PHOTO, "locked", ANN, expires + 600, signature)
    assert not LINKS.is_genuine(PHOTO, "locked", ANN, expires, "é" + signature)
    assert not MediaLinks(SigningKeys(new_key())).is_genuine(PHOTO, "locked", ANN, expires, signature)


def test_a_store_reads_below_its_root_only(tmp_path: Path) -> None:
    (tmp_path / "media" / "demo").mkdir(parents=True)
    (tmp_path / "media" / "demo" / "w001-1-400.webp").write_bytes(b"photo")
    (tmp_path / "secret-400.webp").write_bytes(b"secret")
    store = PictureStore(f"file://{tmp_path}/media")

    assert store.read("demo/w001-1", "400") == b"photo"
    assert store.read("demo/w001-1", "800") is None
    assert store.read("../secret", "400") is None


def _query(link: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(link).query).items()}


def test_links_outlive_the_rotation_of_their_key() -> None:
    old, new = new_key(), new_key()
    during, after = SigningKeys(f"{new} {old}"), SigningKeys(new)
    query = _query(MediaLinks(SigningKeys(old)).locked(Photo(PHOTO, ""), ANN, NOON))
    fresh = _query(MediaLinks(during).locked(Photo(PHOTO, ""), ANN, NOON))
    veiled = BlurredLinks(SigningKeys(old)).link(PHOTO, ANN, NOON).rpartition("/")[2].removesuffix(".webp")

    assert MediaLinks(during).is_genuine(PHOTO, "locked", ANN, int(query["e"]), query["s"])
    assert not MediaLinks(after).is_genuine(PHOTO, "locked", ANN, int(query["e"]), query["s"])
    assert MediaLinks(after).is_genuine(PHOTO, "locked", ANN, int(fresh["e"]), fresh["s"])
    opened = BlurredLinks(during).open(veiled, ANN)
    assert opened is not None
    assert opened[0] == PHOTO
    assert BlurredLinks(after).open(veiled, ANN) is None
