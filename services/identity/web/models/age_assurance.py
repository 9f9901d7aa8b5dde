"""Request and response models of age assurance."""

from pydantic import Field
from shared.kit.http import Input, Output
from shared.sites.legal import AgeAssurance

from identity.domain.age_assurance import AgeState


class DeclareAge(Input):
    is_old_enough: bool = Field(description="The member states that they have the site's minimum age")


class AgeReport(Input):
    """The provider's hint: the id of its session."""

    id: str = Field(min_length=1, max_length=100)


class AgeAnswer(Output):
    state: AgeState
    way: AgeAssurance = Field(description="How the member shows their age, as the site asks in their country")


class AgeSessionAnswer(Output):
    url: str = Field(description="Page of the provider to open")
