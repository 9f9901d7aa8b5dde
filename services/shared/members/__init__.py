"""Summary of a member in lists, the same in the answers of every service."""

from shared.members.model import MemberSummary, Picture, summary_fields

__all__ = ["MemberSummary", "Picture", "summary_fields"]
