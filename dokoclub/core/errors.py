"""The error that every app knows. Errors of one app alone live next to its services."""

from __future__ import annotations

from uuid import UUID


class Reused(Exception):  # a plain answer, not our error
    """The form was sent again with other content, or the uuid belongs to something else.

    The first write remains valid.
    """

    def __init__(self, uuid: UUID | None = None) -> None:
        super().__init__(uuid)
        self.uuid = uuid
