"""Form fields (names, text, codes, amounts of money), forms with an idempotency key, and the form renderer."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from typing import Any, Final
from unicodedata import category, normalize
from uuid import UUID, uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.forms.renderers import TemplatesSetting
from django.utils.translation import gettext_lazy as _

from dokoclub.core.formatting import amount, decimals
from scoring.text import clean_line, clean_lines, has_letter

DEMO_CLUB: Final = UUID("6c696e64-6521-4d6f-8b6f-636c75620001")  # identifies the demo club
_RANDOM: Final = 4  # the version of a random UUID
_DERIVED: Final = 5  # the version of a UUID derived from others
SENT_BEFORE = _("This form was already sent and saved with other content. Send it again to save this one, too.")

INCOMPLETE = _("The form arrived incomplete. Check it and send it again.")

LONGEST_CODE: Final = 60  # as pasted, with separators

_CURRENCY: Final = re.compile(r"€|EUR|CHF|Fr\.?", re.IGNORECASE)
# 12 · 12,5 · 12,50 · 12.50. Thousands need a separator for the cents, to tell the two apart: 1.234,50 · 1'234.50
_PLAIN: Final = re.compile(r"(\d+)(?:[.,](\d{1,2}))?", re.ASCII)
_GROUPED: Final = re.compile(r"(\d{1,3}(?:([.,'’])\d{3})(?:\2\d{3})*)(?!\2)[.,](\d{2})", re.ASCII)

_RATE: Final = re.compile(r"\d{1,6}(?:\.\d{1,2})?", re.ASCII)
_TIMES: Final = re.compile(r"(\d{1,3})\s*[×xX*]\s*", re.ASCII)


def is_from_browser(key: UUID) -> bool:
    """Return whether a browser may send this key: a random UUID that is not the demo club's."""
    return key.version == _RANDOM and key != DEMO_CLUB


def is_derived(key: UUID) -> bool:
    """Return whether the key may be one that this program derives from others, such as for rows that it adds."""
    return key.version == _DERIVED


class KeyField(forms.UUIDField):
    """The key of a form. Browsers do not restore its old value when a page is reloaded."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(widget=forms.HiddenInput(attrs={"autocomplete": "off"}), initial=uuid4, **kwargs)

    def clean(self, value: Any) -> UUID | None:
        key: UUID | None = super().clean(value)
        if key is not None and not is_from_browser(key):
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return key


def clean_name(text: str) -> str:
    """Return `text` cleaned. Raises ValidationError where it has no letter or digit but is not empty."""
    name = clean_line(text)
    if name and not has_letter(name):
        raise ValidationError(_("A name needs a letter or a digit."), code="no_letter")
    return name


def bare_code(text: str) -> str:
    """Return the letters and digits of a code in capitals, without separators, quotes and invisible characters."""
    signs = normalize("NFKC", clean_line(text)).upper()
    return "".join([sign for sign in signs if category(sign) in ("Lu", "Ll", "Lo", "Nd")])


class NameField(forms.CharField):
    """A name, cleaned.

    Browsers offer no autocompletion unless the widget asks for it: it is rarely the user's own name.
    """

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {"autocomplete": "off", **super().widget_attrs(widget), **widget.attrs}

    def to_python(self, value: Any) -> str:
        return clean_name(super().to_python(value) or "")


class LineField(forms.CharField):
    """One line of text, cleaned."""

    def to_python(self, value: Any) -> str:
        return clean_line(super().to_python(value) or "")


class CodeField(forms.CharField):
    """A code that somebody reads out or pastes, cleaned by `bare_code`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=LONGEST_CODE, **kwargs)

    def to_python(self, value: Any) -> str:
        return bare_code(super().to_python(value) or "")


class NotesField(forms.CharField):
    """Several lines of text, cleaned."""

    widget = forms.Textarea

    def to_python(self, value: Any) -> str:
        return clean_lines(super().to_python(value) or "")


def find_cents(typed: str) -> int | None:
    """Return the typed amount in cents, 0 or more; `5,-` works too.

    Return None if it is no amount or is ambiguous (1.234).
    """
    text = re.sub(r"[,.][-–—]+$", "", re.sub(r"\s", "", _CURRENCY.sub("", typed)))
    if plain := _PLAIN.fullmatch(text):
        return int(plain[1]) * 100 + int((plain[2] or "0").ljust(2, "0"))
    if grouped := _GROUPED.fullmatch(text):
        return int(re.sub(r"\D", "", grouped[1])) * 100 + int(grouped[3])
    return None


def typed_amount(cents: int) -> str:
    """Return cents as people type them, without a currency sign: `1.234,50`."""
    return amount(cents, "").strip()


class AmountField(forms.CharField):
    """An amount in cents, more than 0 and at most `most`. Accepts comma or dot, with or without a currency sign."""

    def __init__(self, *, most: int, **kwargs: Any) -> None:
        attrs = {"inputmode": "decimal", "autocomplete": "off"}
        super().__init__(max_length=20, widget=forms.TextInput(attrs=attrs), **kwargs)
        self.most = most

    def prepare_value(self, value: Any) -> Any:
        """Return cents as people type them, "" for 0; return typed text unchanged."""
        if isinstance(value, int):
            return typed_amount(value) if value else ""
        return value

    def clean(self, value: Any) -> int:
        typed = super().clean(value)
        if typed.lstrip()[:1] in ("-", "\N{MINUS SIGN}", "+"):
            raise ValidationError(_("Enter the amount without a sign."), code="sign")
        cents = find_cents(typed)
        if cents is None:
            raise ValidationError(_("Enter an amount such as 12.50."), code="shape")
        if cents == 0:
            raise ValidationError(_("Enter an amount above 0."), code="nothing")
        if cents > self.most:
            raise ValidationError(_("At most %(most)s."), code="too_much", params={"most": typed_amount(self.most)})
        return cents


class RateField(forms.CharField):
    """An exact number with up to two decimals: cents a point. Accepts comma or dot."""

    def __init__(self, *, most: int, may_be_nothing: bool = False, **kwargs: Any) -> None:
        attrs = {"inputmode": "decimal", "autocomplete": "off"}
        super().__init__(max_length=20, widget=forms.TextInput(attrs=attrs), **kwargs)
        self.most, self.may_be_nothing = most, may_be_nothing

    def prepare_value(self, value: Any) -> Any:
        """Return the number as people type it; return typed text unchanged."""
        return decimals(value) if isinstance(value, (int, Decimal)) else value

    def clean(self, value: Any) -> Decimal:
        typed = re.sub(r"\s", "", super().clean(value)).replace(",", ".")
        if not typed:
            return Decimal()
        if not _RATE.fullmatch(typed):
            raise ValidationError(_("Enter a number such as 5 or 2.5, with two decimals at most."), code="shape")
        number = Decimal(typed)
        if not number and not self.may_be_nothing:
            raise ValidationError(_("Enter a number above 0."), code="nothing")
        if number > self.most:
            raise ValidationError(_("At most %(most)s."), code="too_much", params={"most": self.most})
        return number


class ListOfAmountsField(forms.CharField):
    """A list of amounts in cents; `3 × 0,50` repeats an amount three times."""

    def __init__(self, *, most: int, longest: int, **kwargs: Any) -> None:
        super().__init__(max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"}), **kwargs)
        self.most, self.longest = most, longest

    def prepare_value(self, value: Any) -> Any:
        """Return the amounts as people type them; return typed text unchanged."""
        if not isinstance(value, (list, tuple)):
            return value
        runs = [(len(list(same)), cents) for cents, same in groupby(value)]
        return "; ".join(f"{many} × {typed_amount(cents)}" if many > 1 else typed_amount(cents) for many, cents in runs)

    def clean(self, value: Any) -> list[int]:
        typed = _CURRENCY.sub("", super().clean(value))
        found: list[int] = []
        for word in filter(None, re.split(r"[;\s/]+", _TIMES.sub(r"\1×", typed))):
            many, _times, amount_typed = word.rpartition("×")
            cents = find_cents(amount_typed)
            if cents is None or (many and not 1 <= int(many) <= self.longest):
                raise ValidationError(_("Enter amounts in a row, e.g. 0.50 0.50 1.00 or 2 × 0.50; 1.00."), code="shape")
            if cents > self.most:
                raise ValidationError(_("At most %(most)s."), code="too_much", params={"most": typed_amount(self.most)})
            found += [cents] * int(many or 1)
        if not 1 <= len(found) <= self.longest:
            raise ValidationError(
                _("Enter one to %(longest)s amounts."), code="length", params={"longest": self.longest}
            )
        return found


class FreeAmountField(AmountField):
    """An amount that may be 0 or empty."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)

    def clean(self, value: Any) -> int:
        if not str(value or "").strip() or find_cents(str(value)) == 0:
            return 0
        return super().clean(value)


def replace_value(data: Any, name: str, value: str) -> Any:
    """Return a copy of the submitted data with one value replaced."""
    copy = data.copy()
    copy[name] = value
    return copy


class KeyedForm(forms.Form):
    """A form with an idempotency key: submitted twice, it creates only once."""

    key = KeyField()

    def full_clean(self) -> None:
        """Ask to submit again, with a fresh key, where no valid key was sent.

        Without one, a second press cannot be told apart from a first.
        """
        super().full_clean()
        if self.errors.pop("key", None):
            self._replace_key()
            self.add_error(None, INCOMPLETE)

    def used_before(self) -> None:
        """Report that the key has created something else.

        Keep the typed values and give the next attempt a fresh key.
        """
        self._replace_key()
        self.add_error(None, SENT_BEFORE)

    def _replace_key(self) -> None:
        self.data = replace_value(self.data, "key", str(uuid4()))


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldedPart:
    """A collapsible part of a form. `stands`: a summary of the current values; "" where there is none."""

    key: str
    title: str
    stands: str
    fields: tuple[BoundField, ...]

    @property
    def wrong(self) -> int:
        """Return the number of fields with errors."""
        return sum(bool(field.errors) for field in self.fields)

    @property
    def is_open(self) -> bool:
        return self.wrong > 0


def fold_fields(key: str, title: str, stands: str, fields: Iterable[BoundField]) -> FoldedPart:
    return FoldedPart(key=key, title=title, stands=stands, fields=tuple(fields))


class FormRenderer(TemplatesSetting):
    """The renderer behind `{{ form }}` and `{{ field.as_field_group }}`: _form.html and _field.html."""

    form_template_name = "_form.html"
    field_template_name = "_field.html"
