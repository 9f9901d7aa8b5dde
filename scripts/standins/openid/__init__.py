"""An OpenID provider of a company, which believes everybody."""
