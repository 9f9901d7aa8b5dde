from uuid import UUID


def ordered_pair(one: UUID, other: UUID) -> tuple[UUID, UUID]:
    """The two ids in ascending order, as Postgres orders them: a pair has one row and one lock."""
    return (one, other) if one < other else (other, one)
