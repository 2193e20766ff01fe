"""The pages of a club: fetch, ask access, let forms and services do it, answer."""
