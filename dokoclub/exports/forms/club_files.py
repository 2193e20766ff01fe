"""The file of a club."""

from __future__ import annotations

from typing import IO, Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from dokoclub.exports.club_file.reading import MOST_BYTES
from dokoclub.look.fields import KeyedForm


class ClubFileForm(KeyedForm):
    file = forms.FileField(
        label=_("File of the club"),
        help_text=_("The JSON file that an owner has downloaded under “Files and print”."),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )

    def clean_file(self) -> UploadedFile[Any]:
        file: UploadedFile[Any] = self.cleaned_data["file"]
        if (file.size or 0) > MOST_BYTES:
            most = MOST_BYTES // 1024 // 1024
            raise forms.ValidationError(gettext("This file is larger than %(most)s MB.") % {"most": most})
        return file

    @property
    def content(self) -> IO[bytes]:
        """A large one lies on the disk, and stays there."""
        file: IO[bytes] = self.cleaned_data["file"].file
        return file
