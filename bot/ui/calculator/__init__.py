"""The calculator: answers to questions about cards on Discord."""
