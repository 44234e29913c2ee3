"""The contract of every game's painter: how positions are requested, drawn and described."""
