"""A processed image that is not really one, and the type of the fixture `send`."""

from collections.abc import Callable

from chat.domain.message import Message
from shared.pictures import VARIANTS, ProcessedImage

MADE = ProcessedImage(
    {variant: variant.encode() for variant in VARIANTS}, "1QcSHQRnh493V4dIh4eXh1h4kJUI", 40.0, 800, 600
)
Send = Callable[..., Message]
