"""Questions about cards, answered on Discord."""
