"""What protects people: blocks, the export and the deletion of what is kept of them or of a server."""
