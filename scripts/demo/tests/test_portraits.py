from pathlib import Path

import pytest
from demo.portraits.cast import cast
from demo.portraits.develop import photograph, write_files
from demo.portraits.features import MENS_HAIR, WOMENS_HAIR
from demo.portraits.figure import draw_person
from demo.portraits.take import SCENES

BUDGET = {160: 12_000, 400: 35_000, 800: 80_000}


def test_there_are_enough_different_people() -> None:
    genders = [model.person.gender for model in cast()]

    assert genders.count("female") >= 120
    assert genders.count("male") >= 120
    assert 500 <= sum(len(model.takes) for model in cast()) <= 600


def test_every_style_and_scene_is_seen() -> None:
    assert {model.person.hair_style for model in cast()} == {*WOMENS_HAIR, *MENS_HAIR}
    assert {take.scene for model in cast() for take in model.takes} == set(SCENES)


def test_no_one_is_in_the_same_place_twice() -> None:
    for model in cast():
        scenes = [take.scene for take in model.takes]
        assert len(set(scenes)) == len(scenes)


def test_everyone_can_be_drawn() -> None:
    for model in cast():
        assert draw_person(model.person, model.takes[-1]).svg().endswith("</svg>")


def test_a_drawing_is_the_same_every_time() -> None:
    model = cast()[3]

    assert draw_person(model.person, model.takes[0]).svg() == draw_person(model.person, model.takes[0]).svg()


@pytest.mark.parametrize("number", [0, 17, 60, 133, 190, 240])
def test_files_stay_within_their_budget(number: int, tmp_path: Path) -> None:
    model = cast()[number]

    thumbhash = write_files(photograph(model, model.takes[0]), tmp_path / "photo")

    assert 20 <= len(thumbhash) <= 40
    for width, limit in BUDGET.items():
        assert 800 < (tmp_path / f"photo-{width}.webp").stat().st_size <= limit
    assert (tmp_path / "photo-locked.webp").stat().st_size < 6_000
