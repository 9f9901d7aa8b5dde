from collections import Counter
from collections.abc import Sequence
from functools import cache

from demo.people import INTERESTS, MARKETER, MODERATORS, TODAY, DemoPerson, people
from demo.portraits import portraits
from profiles.domain.traits import Gender


@cache
def everyone() -> Sequence[DemoPerson]:
    """Made once: a fraction of a millisecond each."""
    return list(people(20_000))


def test_the_same_seed_gives_the_same_people() -> None:
    assert list(people(300)) == list(people(300))


def test_a_longer_list_begins_with_the_shorter_one() -> None:
    assert list(people(400))[:100] == list(people(100))


def test_another_seed_gives_other_people() -> None:
    assert list(people(50, seed=2))[2:] != list(people(50))[2:]


def test_the_first_two_are_the_logins() -> None:
    anna, daan = people(2)

    assert (anna.display_name, anna.gender, anna.premium, anna.photo_count) == ("Anna", Gender.FEMALE, False, 4)
    assert (daan.display_name, daan.gender, daan.premium, daan.photo_count) == ("Daan", Gender.MALE, True, 5)
    assert anna.seeks == {Gender.MALE}
    assert daan.seeks == {Gender.FEMALE}


def test_everyone_is_of_age_and_marked_as_demonstration() -> None:
    for person in everyone()[:3000]:
        age = (TODAY - person.birth_date).days / 365.25
        assert 18 <= age < 71
        assert person.demonstration


def test_ids_and_addresses_are_unique() -> None:
    some = everyone()[:5000]

    assert len({p.id for p in some}) == len({p.email for p in some}) == 5000
    assert all(p.id.version == 4 for p in some)


def test_shares_are_as_promised() -> None:
    countries = Counter(p.country for p in everyone())

    assert 0.38 < countries["NL"] / 20_000 < 0.42
    assert 0.07 < sum(p.active_seconds_ago < 600 for p in everyone()) / 20_000 < 0.09
    assert 0.02 < sum(p.fictional for p in everyone()) / 20_000 < 0.04


def test_everyone_answers_but_the_logins_and_the_desks() -> None:
    silent = [number for number, person in enumerate(everyone()[:5000]) if not person.answers]

    assert silent == sorted({0, 1, *MODERATORS, MARKETER})


def test_portraits_fit_the_person() -> None:
    by_name = {one.name: one for one in portraits()}

    for person in everyone()[:2000]:
        assert by_name[person.portrait].gender == person.gender
        assert len(by_name[person.portrait].photos) == person.photo_count


def test_no_face_repeats_in_a_country_of_the_usual_demo() -> None:
    given = Counter((person.country, person.portrait) for person in everyone()[:2000])

    assert given.most_common(1)[0][1] == 1


def test_the_faces_of_the_logins_are_nobody_elses() -> None:
    assert not {p.portrait for p in everyone()[2:3000]} & {"w001", "m052"}


def test_interests_are_five_to_eight_known_keys() -> None:
    for person in everyone()[:500]:
        assert 5 <= len(set(person.interests)) <= 8
        assert set(person.interests) <= set(INTERESTS)
