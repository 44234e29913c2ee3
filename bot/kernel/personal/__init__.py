"""Tables with their erasure, export and deletion with a server."""
