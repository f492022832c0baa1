"""What there is to say about cards: answers, odds, explanations, mistakes and exercises."""
