"""The contract of every game's painter: how a position is requested, drawn and described."""
