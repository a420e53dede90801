"""Rooms without a server: the same rooms, conversations and bots, in a worker of the browser."""
