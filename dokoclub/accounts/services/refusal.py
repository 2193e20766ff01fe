"""How a service says no to something that people may well ask for."""


class Refused(Exception):  # a plain answer, not our error
    """Nothing was changed; `message` tells the person why, in words made for pages.

    `field` is the field of the form that the message belongs to, if it is about one.
    """

    def __init__(self, message: object, field: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.field = field

    def __str__(self) -> str:
        return str(self.message)
