"""Summary of a member in lists, the same in the answers of every service."""

from shared.members.model import MemberSummary, Picture, picture_fields, summary_fields

__all__ = ["MemberSummary", "Picture", "picture_fields", "summary_fields"]
