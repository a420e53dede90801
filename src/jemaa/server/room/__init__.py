"""A room: what may happen in it, and what each eye may know of it."""
