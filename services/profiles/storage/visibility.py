"""Visibility as SQL conditions, shared by all queries. The rules are in `domain/visibility.py`.

`%(viewer)s` is the viewer's id, unless `viewer` names a column. Search needs no condition on states: deleted, hidden
and invisible members have no row there.
"""

VIEWER = "%(viewer)s"


def not_blocked(member: str, viewer: str = VIEWER) -> str:
    """Condition: no block between the viewer and the member in this column."""
    return f"""{member} NOT IN (
        SELECT blocked_id FROM blocks WHERE blocker_id = {viewer}
        UNION ALL SELECT blocker_id FROM blocks WHERE blocked_id = {viewer}
    )"""  # noqa: S608


def not_known_contact(member: str, viewer: str = VIEWER) -> str:
    """Condition: neither of the two hides from people they know, with the other among them."""
    return f"""{member} NOT IN (
        SELECT contact_id FROM hidden_contacts WHERE member_id = {viewer}
        UNION ALL SELECT member_id FROM hidden_contacts WHERE contact_id = {viewer}
    )"""  # noqa: S608


def same_pool(profiles: str, viewer: str = VIEWER) -> str:
    """Condition: a member of the viewer's pool; false while the viewer has no profile yet."""
    return f"COALESCE({profiles}.pool = (SELECT pool FROM profiles WHERE member_id = {viewer}), false)"  # noqa: S608


def is_there(profiles: str, viewer: str = VIEWER) -> str:
    """Condition: exists for the viewer, blocks aside; `profiles` is the alias of the table."""
    return f"""({profiles}.state = 'active' AND {same_pool(profiles, viewer)} AND (
        {profiles}.member_id = {viewer} OR NOT {profiles}.hidden AND (
        NOT {profiles}.invisible AND {not_known_contact(profiles + ".member_id", viewer)} OR EXISTS (
            SELECT FROM acquaintances WHERE member_id = {profiles}.member_id AND other_id = {viewer}
        )
    )))"""


def is_shown(profiles: str, viewer: str = VIEWER) -> str:
    """Condition: visible to the viewer in lists; `profiles` is the alias of the table."""
    return f"({is_there(profiles, viewer)} AND {not_blocked(profiles + '.member_id', viewer)})"


def may_be_opened(profiles: str) -> str:
    """Condition: the viewer may open the profile directly; also a blocked one, to undo the block."""
    return f"""({is_there(profiles)} AND NOT EXISTS (
        SELECT FROM blocks WHERE blocker_id = {profiles}.member_id AND blocked_id = %(viewer)s
    ))"""
