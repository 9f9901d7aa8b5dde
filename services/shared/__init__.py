"""Libraries of the services: kit, sites, privacy, members, pictures."""
