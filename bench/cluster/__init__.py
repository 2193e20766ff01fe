"""A Friday evening on several machines in small, with what is killed meanwhile: `make cluster`."""
