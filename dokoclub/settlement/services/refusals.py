"""What a service answers when it cannot do what was wished. Plain answers, not our errors."""


class Changed(Exception):
    """Somebody changed this meanwhile: what was seen is not what would be written. Look again."""


class StillOpen(Exception):
    """The evening is open: what it comes to is not known yet."""


class Frozen(Exception):
    """The evening is settled: its method stands."""
