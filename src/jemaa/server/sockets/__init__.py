"""The sockets: who looks at which room, and what each is told."""
