"""A pocket Discord on loopback: REST, gateway and a web page, for the demo and end-to-end tests.

It speaks only Discord's wire format and knows nothing about the bot it serves.
"""
