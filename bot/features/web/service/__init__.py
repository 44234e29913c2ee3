"""What the web page does, one transaction a method; nothing here knows HTTP."""
