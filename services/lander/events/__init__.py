"""Events the lander handles, a module for each service that publishes them."""
