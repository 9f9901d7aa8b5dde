"""Mails as people see them: words in their language, in one layout, as text and as HTML."""

from notifications.letters.announcements import AnnouncementWriter
from notifications.letters.writer import LetterWriter

__all__ = ["AnnouncementWriter", "LetterWriter"]
