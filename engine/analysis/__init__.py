"""Analysis of cards: answers to questions, odds, explanations, mistakes and exercises."""
