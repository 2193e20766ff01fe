"""What a service answers when it cannot do what was wished. Plain answers, not our errors."""


class Changed(Exception):
    """Somebody changed this meanwhile: what was seen is not what would be written. Look again."""


class StillOpen(Exception):
    """The evening is open: what it comes to is not known yet."""


class Frozen(Exception):
    """The evening is settled: its method stands."""


class OtherCurrency(Exception):
    """It was made in a currency that the club has given up: it stands."""


class OpenedBefore(Exception):
    """An opening balance is booked already: reverse it first."""


class NotToClose(Exception):
    """This year of the cash box is not the next that can be closed: it is not over, or one before it is open."""
