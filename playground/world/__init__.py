"""The state of the pocket Discord, its storage, and its form on the wire and on the page."""
