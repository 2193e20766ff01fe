"""From what is typed or chosen to what the services want."""
