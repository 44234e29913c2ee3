"""A pocket Discord on loopback: REST, gateway and a web page, for the demo and for tests end to end.

It speaks the wire only and knows nothing of the bot it serves.
"""
