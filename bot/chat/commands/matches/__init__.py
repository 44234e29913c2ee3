"""Commands about one match."""
