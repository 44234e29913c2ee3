"""What happens when a button or a select is used."""
