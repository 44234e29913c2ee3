"""Reading what people type."""
