from collections import Counter
from pathlib import Path

from demo.portraits import PHOTOS, portraits
from demo.portraits.resize import write_sizes

BUDGET = {160: 12_000, 400: 35_000, 800: 40_000}


def test_there_are_enough_different_people_for_a_page_of_search() -> None:
    kinds = Counter((one.gender, one.age_band) for one in portraits())

    assert min(kinds.values()) >= 6
    assert min(sum(n for (gender, _), n in kinds.items() if gender == g) for g in ("female", "male")) >= 70


def test_faces_past_sixty_have_the_hair_of_their_age() -> None:
    assert {one.hair_colour for one in portraits() if one.age_band == "60s"} <= {"grey", "white", "bald"}


def test_the_list_names_exactly_the_files() -> None:
    named = {f"{one.name}-{number}.webp" for one in portraits() for number in range(1, len(one.photos) + 1)}

    assert named == {file.name for file in PHOTOS.iterdir()}


def test_the_repository_carries_little() -> None:
    assert sum(file.stat().st_size for file in PHOTOS.iterdir()) < 10_500_000


def test_every_size_stays_within_its_budget(tmp_path: Path) -> None:
    for photo in sorted(PHOTOS.iterdir())[::40]:
        write_sizes(photo, tmp_path)
        for width, limit in BUDGET.items():
            assert 800 < (tmp_path / f"{photo.stem}-{width}.webp").stat().st_size <= limit
        assert (tmp_path / f"{photo.stem}-locked.webp").stat().st_size < 6_000
