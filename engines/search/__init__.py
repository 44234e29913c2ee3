"""Ways of looking ahead that any game can use."""
