"""The authority: what may happen in a room, without transport, storage or clock."""
