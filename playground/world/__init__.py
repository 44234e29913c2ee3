"""The state of the pocket Discord, how it is kept, and how it looks on the wire and on the page."""
