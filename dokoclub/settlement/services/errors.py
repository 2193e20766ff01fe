"""Errors that services raise if a request cannot be carried out. Expected answers, not bugs."""


class Changed(Exception):
    """The data changed since the user loaded the page, so the write would differ. They must look again."""


class StillOpen(Exception):
    """The evening is still open, so its result is not final."""


class Frozen(Exception):
    """The evening is settled, so its method is fixed."""


class OtherCurrency(Exception):
    """The entry has a currency that the club has given up, so it cannot be reversed."""


class OpenedBefore(Exception):
    """An opening balance is booked already: reverse it first."""


class NotToClose(Exception):
    """This year of the cash box cannot be closed next: it is not over, or one before it is open."""
