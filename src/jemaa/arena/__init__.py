"""Many games at once, and what can honestly be said about them."""
