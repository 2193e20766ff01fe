"""Forms for a table: totals from paper, corrections, penalties, fill-ins, swaps, and more time."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dokoclub.tournaments.models import Entrant
from dokoclub.tournaments.models.people import LONGEST_REASON
from dokoclub.tournaments.selectors.day import Sitting
from dokoclub.tournaments.selectors.prizes import Slip
from dokoclub.tournaments.services.rounds import MOST_MORE
from dokoclub.tournaments.services.slips import MOST_PENALTY, MOST_POINTS
from dokoclub.ui.forms import KeyedForm, LineField

PAIR: Final = 2


class SlipForm(forms.Form):
    """A row for each person: points, and values that break ties."""

    games = forms.IntegerField(label=gettext_lazy("Games played"), min_value=0)

    def __init__(
        self, *args: Any, sittings: Sequence[Sitting], on_sheet: Mapping[int, int] | None = None, **kwargs: Any
    ) -> None:
        """Set up the rows. `on_sheet`: penalties on the sheet by start number; they add to typed points."""
        super().__init__(*args, **kwargs)
        self.sittings = sittings
        self.penalties = {
            one.entrant.number: one.penalty + (on_sheet or {}).get(one.entrant.number, 0) for one in sittings
        }
        for sitting in sittings:
            number, name = sitting.entrant.number, sitting.entrant.player.name
            self.fields[f"points_{number}"] = forms.IntegerField(
                label=_("Points of %(name)s") % {"name": name}, min_value=-MOST_POINTS, max_value=MOST_POINTS
            )
            for key, label in (
                ("won", _("Games won by %(name)s")),
                ("solos", _("Solos won by %(name)s")),
                ("lost", _("Solos lost by %(name)s")),
            ):
                self.fields[f"{key}_{number}"] = forms.IntegerField(
                    label=label % {"name": name}, required=False, min_value=0, max_value=200
                )

    def clean(self) -> dict[str, Any]:
        """Require games won for everybody at the table or for nobody: an empty field does not mean 0."""
        found = self.cleaned_data
        names = [f"won_{sitting.entrant.number}" for sitting in self.sittings]
        empty = [name for name in names if found.get(name) is None and name not in self.errors]
        if any(found.get(name) for name in names) and not self._is_impossible():
            for name in empty:
                self.add_error(name, _("Type the games won of everybody, or of nobody; 0 for none."))
        return found

    def _is_impossible(self) -> bool:
        """Return True if the typed values are refused anyway, with a better reason."""
        found = self.cleaned_data
        return any(
            (found.get(f"won_{who}") or 0) > (found.get("games") or MOST_POINTS)
            or (found.get(f"solos_{who}") or 0) > (found.get(f"won_{who}") or 0)
            for who in (sitting.entrant.number for sitting in self.sittings)
        )

    @property
    def rows(self) -> list[tuple[Sitting, int, list[BoundField]]]:
        """Return, by person, the penalty and the fields for points, games won, solos won, solos lost."""
        return [
            (
                sitting,
                self.penalties[sitting.entrant.number],
                [self[f"{key}_{sitting.entrant.number}"] for key in ("points", "won", "solos", "lost")],
            )
            for sitting in self.sittings
        ]

    @property
    def slips(self) -> dict[int, Slip]:
        """Return the slips of a valid form by start number; penalties stay as they are."""
        found = self.cleaned_data
        return {
            sitting.entrant.number: Slip(
                points=found[f"points_{sitting.entrant.number}"],
                won=found[f"won_{sitting.entrant.number}"] or 0,
                solos_won=found[f"solos_{sitting.entrant.number}"] or 0,
                solos_lost=found[f"lost_{sitting.entrant.number}"] or 0,
                penalty=sitting.penalty,
            )
            for sitting in self.sittings
        }

    def refuse(self, problems: Mapping[str, Sequence[str]]) -> None:
        """Add the service's problems at their fields."""
        for name, texts in problems.items():
            self.add_error(name if name in self.fields else None, list(texts))


class CorrectionForm(SlipForm):
    reason = LineField(label=gettext_lazy("Reason"), max_length=LONGEST_REASON)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["games"]


def initial_of_slips(sittings: Sequence[Sitting], games: int | None, on_sheet: Mapping[int, int]) -> dict[str, Any]:
    """Return the values handed in, without penalties on the sheet: typed points sum to 0."""
    found: dict[str, Any] = {"games": games}
    for sitting in sittings:
        number = sitting.entrant.number
        points = None if sitting.points is None else sitting.points - on_sheet.get(number, 0)
        won = sitting.won if any(other.won for other in sittings) else None
        found |= {f"points_{number}": points, f"won_{number}": won}
        found |= {f"solos_{number}": sitting.solos_won, f"lost_{number}": sitting.solos_lost}
    return found


def _choices(people: Sequence[Entrant]) -> list[tuple[str, str]]:
    return [(str(entrant.number), str(entrant.player)) for entrant in people]


class PenaltyForm(KeyedForm):
    """Points taken away by the referee."""

    who = forms.TypedChoiceField(label=gettext_lazy("Who"), coerce=int, widget=forms.RadioSelect)  # without a default
    points = forms.IntegerField(
        label=gettext_lazy("Points taken away"),
        min_value=1,
        max_value=MOST_PENALTY,
        help_text=gettext_lazy("Without a sign: 5 takes five points away."),
    )
    reason = LineField(label=gettext_lazy("Reason"), max_length=LONGEST_REASON)

    def __init__(self, *args: Any, people: Sequence[Entrant], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["who"].choices = _choices(people)  # type: ignore[attr-defined]


class FillInForm(forms.Form):
    leaves = forms.TypedChoiceField(label=gettext_lazy("Leaving"), coerce=int)
    comes = forms.TypedChoiceField(label=gettext_lazy("Substitute"), coerce=int)

    def __init__(self, *args: Any, seated: Sequence[Entrant], free: Sequence[Entrant], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["leaves"].choices = _choices(seated)  # type: ignore[attr-defined]
        self.fields["comes"].choices = _choices(free)  # type: ignore[attr-defined]


class SwapForm(forms.Form):
    """Swap two people, chosen by tapping their names."""

    people = forms.TypedMultipleChoiceField(coerce=int)

    def __init__(self, *args: Any, numbers: Iterable[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["people"].choices = [(number, number) for number in numbers]  # type: ignore[attr-defined]

    def chosen(self) -> tuple[int, int]:
        """Return the two who swap. Raises ValidationError for fewer or more taps."""
        if not self.is_valid() or len(self.cleaned_data["people"]) != PAIR:
            raise ValidationError(_("Tap two names."))
        one, other = self.cleaned_data["people"]
        return one, other


class MinutesForm(forms.Form):
    minutes = forms.IntegerField(label=gettext_lazy("Minutes"), min_value=1, max_value=MOST_MORE)
    table = forms.IntegerField(required=False, min_value=1)
