"""A Friday evening on a small cluster, with kills: `make cluster`."""
