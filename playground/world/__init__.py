"""The state of the pocket Discord, its storage, and its representations on the wire and on the page."""
