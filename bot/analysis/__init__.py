"""Work in processes of its own, so that nobody waits for it: above all thinking about cards."""
