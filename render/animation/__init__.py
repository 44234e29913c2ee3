"""Several positions as one moving picture: its file, and which positions it shows for how long."""
