"""How the trained toys were made; run by hand, never by the lab, and the only place that needs autograd."""
