"""What can be done to accounts. Everything here may be called by later apps; nothing here sees a request."""
