"""Fields of every form: names, lines of text, amounts of money, and the key that lets a form be sent twice."""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import groupby
from typing import Any, Final
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from dokoclub.look.keys import KeyField
from dokoclub.look.names import bare_code, clean_name
from dokoclub.look.numbers import amount, decimals
from scoring.text import clean_line, clean_lines

SENT_BEFORE = _("This form was sent before with other content, and that was saved. Send it again to save this one too.")

INCOMPLETE = _("This form did not arrive as a whole. Please check it and send it once more.")

LONGEST_CODE: Final = 60  # as it is pasted, with separators

_CURRENCY: Final = re.compile(r"€|EUR|CHF|Fr\.?", re.IGNORECASE)
# 12 · 12,5 · 12,50 · 12.50, and thousands only where a sign for the cents says which is which: 1.234,50 · 1'234.50
_PLAIN: Final = re.compile(r"(\d+)(?:[.,](\d{1,2}))?", re.ASCII)
_GROUPED: Final = re.compile(r"(\d{1,3}(?:([.,'’])\d{3})(?:\2\d{3})*)(?!\2)[.,](\d{2})", re.ASCII)

_RATE: Final = re.compile(r"\d{1,6}(?:\.\d{1,2})?", re.ASCII)
_TIMES: Final = re.compile(r"(\d{1,3})\s*[×xX*]\s*", re.ASCII)


class NameField(forms.CharField):
    """A name, cleaned. It is seldom one's own: browsers offer none unless the widget says so."""

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {"autocomplete": "off", **super().widget_attrs(widget), **widget.attrs}

    def to_python(self, value: Any) -> str:
        return clean_name(super().to_python(value) or "")


class LineField(forms.CharField):
    """One line of text, cleaned."""

    def to_python(self, value: Any) -> str:
        return clean_line(super().to_python(value) or "")


class CodeField(forms.CharField):
    """A code that somebody reads or pastes, bare."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=LONGEST_CODE, **kwargs)

    def to_python(self, value: Any) -> str:
        return bare_code(super().to_python(value) or "")


class NotesField(forms.CharField):
    """Several lines of text, cleaned."""

    widget = forms.Textarea

    def to_python(self, value: Any) -> str:
        return clean_lines(super().to_python(value) or "")


def cents_of(typed: str) -> int | None:
    """Cents, 0 or more, `5,-` too; None where it is not an amount, or where it could mean two amounts (1.234)."""
    text = re.sub(r"[,.][-–—]+$", "", re.sub(r"\s", "", _CURRENCY.sub("", typed)))
    if plain := _PLAIN.fullmatch(text):
        return int(plain[1]) * 100 + int((plain[2] or "0").ljust(2, "0"))
    if grouped := _GROUPED.fullmatch(text):
        return int(re.sub(r"\D", "", grouped[1])) * 100 + int(grouped[3])
    return None


def typed_amount(cents: int) -> str:
    """Cents as people type them, without the sign of the currency: `1.234,50`."""
    return amount(cents, "").strip()


class AmountField(forms.CharField):
    """In cents, more than 0 and at most `most`. With comma or dot, with or without the sign of the currency."""

    def __init__(self, *, most: int, **kwargs: Any) -> None:
        attrs = {"inputmode": "decimal", "autocomplete": "off"}
        super().__init__(max_length=20, widget=forms.TextInput(attrs=attrs), **kwargs)
        self.most = most

    def prepare_value(self, value: Any) -> Any:
        """Cents as they would be typed, nothing for 0; what was typed stays as it is."""
        if isinstance(value, int):
            return typed_amount(value) if value else ""
        return value

    def clean(self, value: Any) -> int:
        typed = super().clean(value)
        if typed.lstrip()[:1] in ("-", "\N{MINUS SIGN}", "+"):
            raise ValidationError(_("Enter the amount without plus or minus."), code="sign")
        cents = cents_of(typed)
        if cents is None:
            raise ValidationError(_("Enter an amount such as 12.50, with two digits for the cents."), code="shape")
        if cents == 0:
            raise ValidationError(_("The amount must be more than 0."), code="nothing")
        if cents > self.most:
            raise ValidationError(_("At most %(most)s."), code="too_much", params={"most": typed_amount(self.most)})
        return cents


class RateField(forms.CharField):
    """A number with up to two decimals, exactly: cents a point. With comma or dot."""

    def __init__(self, *, most: int, may_be_nothing: bool = False, **kwargs: Any) -> None:
        attrs = {"inputmode": "decimal", "autocomplete": "off"}
        super().__init__(max_length=20, widget=forms.TextInput(attrs=attrs), **kwargs)
        self.most, self.may_be_nothing = most, may_be_nothing

    def prepare_value(self, value: Any) -> Any:
        """As it would be typed; what was typed stays as it is."""
        return decimals(value) if isinstance(value, (int, Decimal)) else value

    def clean(self, value: Any) -> Decimal:
        typed = re.sub(r"\s", "", super().clean(value)).replace(",", ".")
        if not typed:
            return Decimal()
        if not _RATE.fullmatch(typed):
            raise ValidationError(_("Enter a number such as 5 or 2.5, with two decimals at most."), code="shape")
        number = Decimal(typed)
        if not number and not self.may_be_nothing:
            raise ValidationError(_("The number must be more than 0."), code="nothing")
        if number > self.most:
            raise ValidationError(_("At most %(most)s."), code="too_much", params={"most": self.most})
        return number


class ListOfAmountsField(forms.CharField):
    """One amount after the other, in cents; `3 × 0,50` is the same three times."""

    def __init__(self, *, most: int, longest: int, **kwargs: Any) -> None:
        super().__init__(max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"}), **kwargs)
        self.most, self.longest = most, longest

    def prepare_value(self, value: Any) -> Any:
        """As it would be typed; what was typed stays as it is."""
        if not isinstance(value, (list, tuple)):
            return value
        runs = [(len(list(same)), cents) for cents, same in groupby(value)]
        return "; ".join(f"{many} × {typed_amount(cents)}" if many > 1 else typed_amount(cents) for many, cents in runs)

    def clean(self, value: Any) -> list[int]:
        typed = _CURRENCY.sub("", super().clean(value))
        found: list[int] = []
        for word in filter(None, re.split(r"[;\s/]+", _TIMES.sub(r"\1×", typed))):
            many, _times, amount_typed = word.rpartition("×")
            cents = cents_of(amount_typed)
            if cents is None or (many and not 1 <= int(many) <= self.longest):
                raise ValidationError(
                    _("Enter amounts one after the other, such as 0.50 0.50 1.00 or 2 × 0.50; 1.00."), code="shape"
                )
            if cents > self.most:
                raise ValidationError(_("At most %(most)s."), code="too_much", params={"most": typed_amount(self.most)})
            found += [cents] * int(many or 1)
        if not 1 <= len(found) <= self.longest:
            raise ValidationError(
                _("Enter one to %(longest)s amounts."), code="length", params={"longest": self.longest}
            )
        return found


class FreeAmountField(AmountField):
    """An amount that may be nothing."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)

    def clean(self, value: Any) -> int:
        if not str(value or "").strip() or cents_of(str(value)) == 0:
            return 0
        return super().clean(value)


def replace_value(data: Any, name: str, value: str) -> Any:
    """What was sent, with one value in place of another."""
    copy = data.copy()
    copy[name] = value
    return copy


class KeyedForm(forms.Form):
    """A form that creates something carries a key: sent twice, it creates once."""

    key = KeyField()

    def full_clean(self) -> None:
        """Without a key that can be read, nothing tells a second press from a first: ask for one more, with a key."""
        super().full_clean()
        if self.errors.pop("key", None):
            self._replace_key()
            self.add_error(None, INCOMPLETE)

    def used_before(self) -> None:
        """The key has created something else: say so, keep what was typed, and let the next try have a fresh key."""
        self._replace_key()
        self.add_error(None, SENT_BEFORE)

    def _replace_key(self) -> None:
        self.data = replace_value(self.data, "key", str(uuid4()))
