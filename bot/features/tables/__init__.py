"""Tables: seats that others may take."""
