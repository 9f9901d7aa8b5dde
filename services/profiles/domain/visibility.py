"""Visibility of a member to a viewer. `storage/visibility.py` has the rules in SQL; a contract test compares them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from shared.kit.core import NotFound

from profiles.errors import BlockedByMember

# Shared with others, and shown of them, or neither.
SHARED = ("shares_presence", "shares_reads", "shares_looks")


@dataclass(frozen=True, slots=True)
class Restrictions:
    """Stored restrictions of a member. `is_invisible` and `is_hidden` are what all queries and other services use.

    A member who pauses is invisible, and `invisible_after_pause` is what they chose for afterwards; else it is None.
    """

    is_invisible: bool
    is_hidden: bool
    is_sanctioned: bool
    is_age_unproven: bool
    invisible_after_pause: bool | None = None
    shares_presence: bool = True
    shares_reads: bool = True
    shares_looks: bool = True

    @property
    def is_paused(self) -> bool:
        return self.invisible_after_pause is not None

    @property
    def chooses_invisible(self) -> bool:
        return self.is_invisible if self.invisible_after_pause is None else self.invisible_after_pause

    @property
    def sees_looks(self) -> bool:
        """Whether the member learns who looked at them: who looks unseen does not."""
        return self.shares_looks and not self.is_invisible

    @property
    def told(self) -> tuple[bool, bool, bool]:
        """What other services hold a copy of."""
        return self.is_invisible, self.is_hidden, self.shares_reads

    def changed(self, choices: Mapping[str, bool]) -> "Restrictions":
        """The restrictions after the member's choices, by the names `invisible`, `paused` and the fields shared."""
        invisible = choices.get("invisible", self.chooses_invisible)
        is_paused = choices.get("paused", self.is_paused)
        return replace(
            self,
            is_invisible=is_paused or invisible,
            invisible_after_pause=invisible if is_paused else None,
            **{name: choices[name] for name in SHARED if name in choices},
        )


@dataclass(frozen=True, slots=True)
class Visibility:
    """Relation of a member to the viewer, from which their visibility follows."""

    is_self: bool = False
    is_deleted: bool = False
    is_hidden: bool = False
    is_invisible: bool = False
    is_acquainted: bool = False
    blocks_viewer: bool = False
    is_blocked_by_viewer: bool = False
    is_elsewhere: bool = False  # a member of another pool
    is_known_contact: bool = False  # one of the two hides from people they know, the other among them

    @property
    def is_shown(self) -> bool:
        """Visible in lists, emails and pushes. A block hides both from each other; invisible members and people who
        know each other are shown to their conversation partners."""
        return self.is_there and not (self.blocks_viewer or self.is_blocked_by_viewer)

    @property
    def is_there(self) -> bool:
        """Existing for this viewer, blocks aside."""
        if self.is_deleted or self.is_elsewhere or self.is_self:
            return self.is_self and not self.is_deleted
        return not self.is_hidden and (self.is_acquainted or not (self.is_invisible or self.is_known_contact))

    @property
    def is_found(self) -> bool:
        """Visible in search, which contains neither the viewer, nor invisible members, nor people they know."""
        return self.is_shown and not (self.is_self or self.is_invisible or self.is_known_contact)


def check_may_open(visibility: Visibility, name: str) -> None:
    """Check that a profile may be opened directly; a blocker may open a blocked member, to undo it.

    Raises NotFound for a member who does not exist for the viewer, as for an unknown id, and BlockedByMember.
    """
    if not visibility.is_there:
        raise NotFound()
    if visibility.blocks_viewer:
        raise BlockedByMember(name=name)
