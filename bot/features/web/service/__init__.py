"""The actions of the web page, one transaction a method; nothing here knows HTTP."""
