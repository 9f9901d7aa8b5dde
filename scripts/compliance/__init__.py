"""What the law asks an operator to write down or publish, made from the code and the databases."""
