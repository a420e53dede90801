"""What every game is made of: states, moves, chance, matches and records."""
