"""A pocket Discord on loopback: REST, gateway and a web page, for the demo and for tests end to end.

It speaks only Discord's wire format and knows nothing of the bot that it serves.
"""
