"""Opponents and analysis: what one seat sees goes in, a move or a weighing comes out."""
