"""The two members one can log in as, and the password of every demo member."""

from demo.people import DemoPerson, people

DEMO_PASSWORD = "pairwise-demo"  # noqa: S105 - of members who do not exist

# Of the authenticator that the demo desk's login takes a code from.
DESK_SECRET = "PAIRWISEDEMODESKSTAFFTWOFACTORS2"  # noqa: S105 - of a member who does not exist


def logins() -> tuple[DemoPerson, DemoPerson]:
    """Anna, who is free, and Daan, who is premium."""
    anna, daan = people(2)
    return anna, daan


def login_of_iskra() -> DemoPerson:
    """The first member of the second example site who looks for the many: a small copy has somebody for them."""
    return next(person for person in people(1000) if person.site == "iskra" and person.gender not in person.seeks)


def logins_of_the_desk() -> list[DemoPerson]:
    """Two who also work at the moderation desk: an appeal is decided by somebody else than who decided."""
    return list(people(4))[2:]
