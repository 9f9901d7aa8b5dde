"""The words of the product's own pages as a document, for a marketer to begin with."""

from shared.sites import Site

from lander.domain.document import PageDocument
from lander.domain.scene import Scene
from lander.web.context import texts_of


def default_document(site: Site, scene: Scene) -> PageDocument:
    """The document of a scene with the product's words in the languages of the site; a member's page has none, because
    its words hold their name."""
    if scene.is_of_member:
        return PageDocument.model_validate({"scene": scene})
    words = {
        language: {
            part: texts_of(site, "lander").find(f"{scene}_{part}", language) for part in ("title", "accent", "text")
        }
        for language in site.locales
    }
    return PageDocument.model_validate({"scene": scene, "words": words})
