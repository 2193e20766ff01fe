"""Bank details of accounts and clubs, and IBAN checks by country length and check digits (mod 97)."""

import re
from typing import Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Club

LONGEST: Final = 34
CHECK_REMAINDER: Final = 1  # ISO 13616: the number of an IBAN modulo 97

# Length of an IBAN by country, for SEPA credit transfers only: a GiroCode works with no other.
LENGTHS: Final = {
    "AD": 24,
    "AL": 28,
    "AT": 20,
    "BE": 16,
    "BG": 22,
    "CH": 21,
    "CY": 28,
    "CZ": 24,
    "DE": 22,
    "DK": 18,
    "EE": 20,
    "ES": 24,
    "FI": 18,
    "FR": 27,
    "GB": 22,
    "GI": 23,
    "GR": 27,
    "HR": 21,
    "HU": 28,
    "IE": 22,
    "IS": 26,
    "IT": 27,
    "LI": 21,
    "LT": 20,
    "LU": 20,
    "LV": 21,
    "MC": 27,
    "MD": 24,
    "ME": 22,
    "MK": 19,
    "MT": 31,
    "NL": 18,
    "NO": 15,
    "PL": 28,
    "PT": 25,
    "RO": 24,
    "RS": 22,
    "SE": 24,
    "SI": 19,
    "SK": 24,
    "SM": 27,
    "VA": 22,
}
# An IBAN copied from a letter or a bank's page has blanks of any width, dashes, or "IBAN" in front.
_BETWEEN: Final = re.compile(r"[\s\u2000-\u200f\u202f\u2060\ufeff\u00ad.‐‑‒–—-]+")
_SHAPE: Final = re.compile(r"[A-Z]{2}[0-9]{2}[0-9A-Z]+", re.ASCII)
LONGEST_HOLDER: Final = 70  # as in a GiroCode


def clean_iban(typed: str) -> str:
    """Return the typed IBAN as it is stored: capital letters and digits without blanks.

    Raises ValidationError with the reason; it never repeats the input.
    """
    iban = bare_iban(typed)
    if not _SHAPE.fullmatch(iban):
        raise ValidationError(
            _("An IBAN starts with two letters and two digits, e.g. DE12."),
            code="shape",
        )
    wanted = LENGTHS.get(iban[:2])
    if wanted is None:
        raise ValidationError(
            _("No SEPA country has IBANs starting with %(country)s: check the first two letters."),
            code="country",
            params={"country": iban[:2]},
        )
    if len(iban) != wanted:
        raise ValidationError(
            _("A %(country)s IBAN has %(wanted)s characters, this one has %(found)s."),
            code="length",
            params={"country": iban[:2], "wanted": wanted, "found": len(iban)},
        )
    if compute_remainder(iban) != CHECK_REMAINDER:
        raise ValidationError(_("Check the digits: one is wrong or two are swapped."), code="check_digits")
    return iban


def bare_iban(typed: str) -> str:
    return _BETWEEN.sub("", typed).upper().removeprefix("IBAN").removeprefix(":")


def compute_remainder(iban: str) -> int:
    """Return the remainder of an IBAN's number: its first four characters go last, A is 10 to Z is 35."""
    return int("".join(str(int(sign, 36)) for sign in iban[4:] + iban[:4])) % 97


def group_iban(iban: str) -> str:
    """Return the IBAN in groups of four, as banks print it: `DE89 3704 0044 0532 0130 00`."""
    return " ".join(iban[start : start + 4] for start in range(0, len(iban), 4))


class BankAccount(models.Model):
    """Bank details of an account, not of a club. No history: a removed or replaced IBAN is gone at once."""

    account = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="bank_account")
    holder = models.CharField(max_length=LONGEST_HOLDER)
    iban = models.CharField(max_length=LONGEST)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(iban="") & ~Q(holder=""), name="bank_account_has_iban_and_holder"),
        ]

    def __str__(self) -> str:
        """Return the account without the IBAN, because logs and errors show this text."""
        return str(self.account)


class ClubBank(models.Model):
    """Bank details of a club. No history: a removed or replaced IBAN is gone at once; `changed_by` is kept."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="bank")
    holder = models.CharField(max_length=LONGEST_HOLDER)
    iban = models.CharField(max_length=LONGEST)
    changed_at = models.DateTimeField(default=timezone.now)
    changed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(iban="") & ~Q(holder=""), name="club_bank_has_iban_and_holder"),
        ]

    def __str__(self) -> str:
        """Return the club without the IBAN, because logs and errors show this text."""
        return str(self.club)
