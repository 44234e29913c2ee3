"""What belongs to one match: its log, dice, offers, conditional moves, and who may act."""
