from enum import StrEnum


class Scene(StrEnum):
    """A landing page: its own texts and palette in the one layout."""

    TINDERSWIPE = "tinderswipe"
    ALONETONIGHT = "alonetonight"
    COLLAGELANDING = "collagelanding"
    GALLERY = "gallery"
    ICONSLANDING = "iconslanding"
    MAPLANDING = "maplanding"
    SOCIALNETWORK = "socialnetwork"
    TRANSITIONSVIDEOLANDING = "transitionsvideolanding"
    VIDEO = "video"
