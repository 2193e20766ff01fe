"""The steps of a move to another install, as they stand before it begins."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True)
class Step:
    """`what` is done, and `how`: a sentence."""

    what: str
    how: str


def steps_of_move() -> tuple[Step, ...]:
    """In their order. No query."""
    return (
        Step(_("Begin here"), _("Then download the file of the club.")),
        Step(
            _("Bring it in there"),
            _("“Create a club”, then “Bring a club in from a file”. You need an account there."),
        ),
        Step(_("Invite everybody there"), _("Each with the rights of before, by one page.")),
        Step(_("Say here where it is"), _("Its members are sent on, and after 30 days it is gone here.")),
    )
