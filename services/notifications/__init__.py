"""What members are told outside the pages: mail now, push subscriptions kept for later."""
