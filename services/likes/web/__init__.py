"""What browsers ask likes."""

from likes.web.likes import likes

BLUEPRINTS = [likes]
