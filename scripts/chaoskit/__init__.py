"""The product under its reference load while parts of it are killed, and what a checker finds afterwards."""
