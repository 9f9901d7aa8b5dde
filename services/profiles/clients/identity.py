from holdings.deliver import Deliveries
from servicekit.settings import Settings


def deliveries_of(settings: Settings) -> Deliveries:
    """Identity puts members' copies of their data together."""
    return Deliveries(settings)
