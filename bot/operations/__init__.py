"""What an owner can have the program do: a module for each word after `fernpartie`."""
