"""Pictures: the board, the cards, the tables and the plots, drawn in our own design; nothing here knows of Discord."""
