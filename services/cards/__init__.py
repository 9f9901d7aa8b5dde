"""A member as lists show them: one shape, whichever service answers with it."""

from cards.model import Card, Picture, card_fields

__all__ = ["Card", "Picture", "card_fields"]
