from uuid import UUID


def pair(one: UUID, other: UUID) -> tuple[UUID, UUID]:
    """The two in the order of their ids, which is also how Postgres orders them."""
    return (one, other) if one < other else (other, one)
