"""Messages to browsers (RFC 8030): sealed for one of them, signed by this install, and handed to its push service."""
