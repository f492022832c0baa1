"""How players do: reviews of their games, and what they learn from them."""
