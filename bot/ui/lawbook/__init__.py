"""The law book as players read it: the laws one by one, the rules of a table, and a walk through one deal."""
