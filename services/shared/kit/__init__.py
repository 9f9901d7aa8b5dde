"""Infrastructure of every service, without a word of the product."""
