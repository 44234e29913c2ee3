"""Free seats: open challenges and tables to join, and seats that are handed on."""
