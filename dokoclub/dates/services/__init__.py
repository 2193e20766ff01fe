"""Plan dates, move and cancel them, answer them, hand out secret addresses, remember browsers that are reminded."""
