"""The server: rooms where people and bots play, over HTTP and WebSocket."""
