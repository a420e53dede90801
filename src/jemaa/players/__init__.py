"""Players: search written once for all games, evaluation and belief for each, and the levels."""
