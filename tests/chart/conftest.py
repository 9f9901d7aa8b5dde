import pytest

from tests.chart.rendering import SCENARIOS, Objects, render, values_of


@pytest.fixture(params=SCENARIOS)
def scenario(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def rendered(scenario: str) -> Objects:
    """The objects rendered from each file of helm/pairwise/ci."""
    return render(values_of(scenario))
