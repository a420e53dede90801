"""The HTTP side: requests, the page's files, headers and what goes wrong."""
