"""Forms for moving a club, importing its file and printing paper; parsing of addresses as people copy them."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import IO, Any, Final
from urllib.parse import SplitResult, urlsplit

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Player
from dokoclub.clubs.models.club import LONGEST_ADDRESS
from dokoclub.exports.club_file.reading import MOST_BYTES
from dokoclub.exports.models import CHOICES, Chosen
from dokoclub.ui.forms import KeyedForm, LineField

_HOST: Final = re.compile(
    r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?|\[[0-9a-f:]+\]"
)
_PATH: Final = re.compile(r"[\w/.~%@:+,;=&$!*()-]*", re.ASCII)
_USUAL: Final = {"http": 80, "https": 443}
MOST_ROWS: Final = 60
SEATS: Final = (4, 7)


def read_address(typed: str) -> SplitResult | None:
    """Parse the address of another install, with its path; https by default. None if it is not an address."""
    text = typed.strip()
    try:
        parts = urlsplit(text if "://" in text else f"https://{text}")
        host = (parts.hostname or "").encode("idna").decode().lower()
        port = parts.port
    except ValueError:  # also raised by idna for invalid host names
        return None
    host = f"[{host}]" if ":" in host else host
    if (
        parts.scheme not in _USUAL
        or "@" in parts.netloc
        or not _HOST.fullmatch(host)
        or not _PATH.fullmatch(parts.path)
    ):
        return None
    netloc = host if port in (None, _USUAL[parts.scheme]) else f"{host}:{port}"
    return SplitResult(parts.scheme, netloc, parts.path, "", "")


def get_origin(address: SplitResult) -> str:
    return f"{address.scheme}://{address.netloc}"


class AddressField(LineField):
    def __init__(self, *, placeholder: str = "", **more: Any) -> None:
        attrs = {"inputmode": "url", "autocapitalize": "none", "spellcheck": "false", "placeholder": placeholder}
        widget = forms.TextInput(attrs=attrs)

        super().__init__(max_length=LONGEST_ADDRESS, widget=widget, **more)

    def read(self, typed: str) -> SplitResult:
        found = read_address(typed)
        if found is None or len(found.geturl()) > LONGEST_ADDRESS:
            text = gettext("Enter an address that starts with https:// or http://.")
            raise forms.ValidationError(text)
        return found


class MoveForm(forms.Form):
    """Choose the install to move to. `own`: hosts of this install, with the port if it is not the default."""

    to = AddressField(
        label=_("Other site's address"),
        placeholder="https://doko.example.org",
    )

    def __init__(self, *args: Any, own: Collection[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._own = own

    def clean_to(self) -> str:
        field = self.fields["to"]
        assert isinstance(field, AddressField)  # noqa: S101
        found = field.read(self.cleaned_data["to"])
        if found.netloc in self._own:
            raise forms.ValidationError(gettext("The club is already on this site: enter the other one."))
        return get_origin(found)


class ConfirmForm(forms.Form):
    """Confirm the move. `to`: the origin of the new install. `has_changed`: the club changed since its download."""

    at = AddressField(
        label=_("New club address"),
        help_text=_("Open the club on the other site and copy its address."),
    )
    anyway = forms.BooleanField(
        label=_("Accept losing later changes"),
        required=False,
    )

    def __init__(self, *args: Any, to: str, has_changed: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._to, self._has_changed = to, has_changed
        if not has_changed:
            del self.fields["anyway"]

    def clean_at(self) -> str:
        field = self.fields["at"]
        assert isinstance(field, AddressField)  # noqa: S101
        found = field.read(self.cleaned_data["at"])
        if get_origin(found) != self._to:
            raise forms.ValidationError(gettext("This is not at %(address)s.") % {"address": self._to})
        return found.geturl()

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if self._has_changed and not cleaned.pop("anyway", False):
            text = gettext(
                "Something changed since the download, e.g. a deleted account. Download and import "
                "again, or accept the loss."
            )
            raise forms.ValidationError(text)
        return cleaned


class ClubFileForm(KeyedForm):
    file = forms.FileField(
        label=_("File of the club"),
        help_text=_("The JSON file from “Files and print”, downloaded by an owner."),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )

    def clean_file(self) -> UploadedFile[Any]:
        file: UploadedFile[Any] = self.cleaned_data["file"]
        if (file.size or 0) > MOST_BYTES:
            most = MOST_BYTES // 1024 // 1024
            raise forms.ValidationError(gettext("Choose a file up to %(most)s MB.") % {"most": most})
        return file

    @property
    def content(self) -> IO[bytes]:
        """Return the file; a large one stays on disk."""
        file: IO[bytes] = self.cleaned_data["file"].file
        return file


class ArchiveForm(KeyedForm):
    """Choose what an archive may contain besides games, tables and names of members."""

    notes = forms.BooleanField(label=_("Notes"), required=False)
    guests = forms.BooleanField(label=_("Names of guests"), required=False)
    former = forms.BooleanField(label=_("Names of former members"), required=False)
    money = forms.BooleanField(label=_("Money per person"), required=False)

    @property
    def chosen(self) -> Chosen:
        return Chosen(**{key: self.cleaned_data[key] for key in CHOICES})


class PaperForm(forms.Form):
    players = forms.MultipleChoiceField(
        label=_("Who plays?"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    seats = forms.IntegerField(label=_("Columns"), min_value=SEATS[0], max_value=SEATS[1], initial=4)
    rows = forms.IntegerField(label=_("Rows"), required=False, min_value=4, max_value=MOST_ROWS)

    def __init__(self, data: Any, *, players: Sequence[Player]) -> None:
        super().__init__(data)
        self.by_key = {str(player.pk): player for player in players}
        field = self.fields["players"]
        assert isinstance(field, forms.MultipleChoiceField)  # noqa: S101
        field.choices = [(key, player.name) for key, player in self.by_key.items()]

    def clean_players(self) -> list[Player]:
        chosen = [self.by_key[key] for key in self.cleaned_data["players"]]
        if len(chosen) > SEATS[1]:
            raise forms.ValidationError(gettext("At most seven sit at a table."))
        return chosen
