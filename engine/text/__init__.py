"""What people type, read into meaning: tokens, cards, questions, moves and spoken counts."""
