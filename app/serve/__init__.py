"""How it is served: the server and its routes, a visitor's session, what is kept ready to send, and the log."""
