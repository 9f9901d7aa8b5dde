"""A believable town of demo members: their portraits, their profiles and what they answer."""
