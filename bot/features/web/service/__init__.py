"""The actions of the web page, one transaction a method, independent of HTTP."""
