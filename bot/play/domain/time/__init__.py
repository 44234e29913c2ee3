"""How time runs: clocks, vacation, reminders."""
