"""What protects people: blocks, and the deletion of what is kept of a person or of a server."""
