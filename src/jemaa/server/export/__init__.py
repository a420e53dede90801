"""What the page takes over from Python when it is built."""
