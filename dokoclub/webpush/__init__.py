"""Web push messages (RFC 8030): encrypted for one browser, signed by this install, and sent to its push service."""
