"""Documents and reports an operator owes by law, made from the code and the databases."""
