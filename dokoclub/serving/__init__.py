"""What stands between the server and Django: limits of bodies, answers while nothing can be written, shared counts."""
