"""What commands have in common: their options as data, their names in every language."""
