"""The reader of typed text: tokens, cards, questions, moves and spoken counts."""
