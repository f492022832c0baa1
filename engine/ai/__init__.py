"""Robots and the analysis that they use: each function takes what one seat sees and returns a move or a value."""
