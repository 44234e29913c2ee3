"""Tables: seats of running games that others may take."""
