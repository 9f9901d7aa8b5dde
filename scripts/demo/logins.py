"""The two members one can log in as, and the password of every demo member."""

from demo.people import MARKETER, MODERATORS, DemoPerson, people

DEMO_PASSWORD = "pairwise-demo"  # noqa: S105 - of members who do not exist

# Of the authenticator that logins of both desks take a code from.
DESK_SECRET = "PAIRWISEDEMODESKSTAFFTWOFACTORS2"  # noqa: S105 - of a member who does not exist


def logins() -> tuple[DemoPerson, DemoPerson]:
    """The logins that `scripts/up` prints: Anna (free) and Daan (premium)."""
    anna, daan = people(2)
    return anna, daan


def login_of_iskra() -> DemoPerson:
    """The first member of the second example site who seeks another gender: a small instance has matches for them."""
    return next(person for person in people(1000) if person.site == "iskra" and person.gender not in person.seeks)


def logins_of_the_desk() -> list[DemoPerson]:
    """Three moderators: an irreversible decision needs two of them, its appeal the third."""
    return list(people(MODERATORS.stop))[MODERATORS.start :]


def login_of_marketing() -> DemoPerson:
    """The member who works at the marketing desk."""
    return list(people(MARKETER + 1))[MARKETER]
