"""Who is hidden from whom, for queries: the clauses every one of them uses. The rules are in `domain/visibility.py`.

`%(viewer)s` is the member who looks. Search needs no clause about states: it has no row of the deleted, hidden or
invisible.
"""

BLOCKED_EITHER_WAY = """
    SELECT blocked_id FROM blocks WHERE blocker_id = %(viewer)s
    UNION ALL SELECT blocker_id FROM blocks WHERE blocked_id = %(viewer)s
"""


def not_blocked(member: str) -> str:
    """No block stands between the viewer and the member in this column."""
    return f"{member} NOT IN ({BLOCKED_EITHER_WAY})"


def same_pool(profiles: str) -> str:
    """The members of sites whose members the viewer can meet; of a newcomer we have yet to hear of we cannot say."""
    return f"COALESCE({profiles}.pool = (SELECT pool FROM profiles WHERE member_id = %(viewer)s), false)"  # noqa: S608


def is_there(profiles: str) -> str:
    """The members who are there for the viewer, blocks aside, of `profiles` under this alias."""
    return f"""({profiles}.state = 'active' AND {same_pool(profiles)} AND (
        {profiles}.member_id = %(viewer)s OR NOT {profiles}.hidden AND (
        NOT {profiles}.invisible OR EXISTS (
            SELECT FROM acquaintances WHERE member_id = {profiles}.member_id AND other_id = %(viewer)s
        )
    )))"""


def is_shown(profiles: str) -> str:
    """The members that lists may show to the viewer, of `profiles` under this alias."""
    return f"({is_there(profiles)} AND {not_blocked(profiles + '.member_id')})"


def may_be_opened(profiles: str) -> str:
    """The members whom the viewer may open directly: also those the viewer has blocked, to undo it."""
    return f"""({is_there(profiles)} AND NOT EXISTS (
        SELECT FROM blocks WHERE blocker_id = {profiles}.member_id AND blocked_id = %(viewer)s
    ))"""
