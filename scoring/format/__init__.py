"""The open format Doko-Zettel: reading, checking, writing and conversion. docs/format.md."""
