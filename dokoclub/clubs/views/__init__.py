"""Views of a club: fetch, check access, call forms and services, respond."""
