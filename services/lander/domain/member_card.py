from dataclasses import dataclass


@dataclass(frozen=True)
class MemberCard:
    """A member as visitors may see them: of the photo only its thumbhash, which is empty without one."""

    name: str
    age: int
    region: str
    is_fictional: bool
    is_demonstration: bool
    thumbhash: str
