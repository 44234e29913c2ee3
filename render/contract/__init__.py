"""What every game's painter keeps to: how a position is asked for, drawn and described."""
