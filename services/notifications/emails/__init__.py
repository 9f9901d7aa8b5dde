"""Emails from their templates: texts in the recipient's language in one layout, as text and as HTML."""

from notifications.emails.renderer import EmailRenderer

__all__ = ["EmailRenderer"]
