"""Events moderation handles, a module for each service that publishes them."""
