"""A form with every kind of field, for the style page."""

from django import forms
from django.utils.translation import gettext_lazy as _


class SampleForm(forms.Form):
    """A form with everything that the one field template must be able to print."""

    name = forms.CharField(label=_("Name"), max_length=40, help_text=_("As the others at the table call you."))
    stake = forms.IntegerField(label=_("Stake"), min_value=0, help_text=_("In cents for each point."))
    preset = forms.ChoiceField(label=_("Rules"), choices=[("ddv", _("Tournament rules")), ("pub", _("At the pub"))])
    colour = forms.ChoiceField(
        label=_("Playing cards"), choices=[("french", _("French")), ("german", _("German"))], widget=forms.RadioSelect
    )
    extras = forms.MultipleChoiceField(
        label=_("Bonus points"),
        choices=[("fox", _("Fuchs")), ("doppelkopf", _("Doppelkopf")), ("charlie", _("Karlchen"))],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    note = forms.CharField(label=_("Note"), max_length=200, required=False, widget=forms.Textarea(attrs={"rows": 3}))
    agree = forms.BooleanField(
        label=_("I have asked the others"), help_text=_("The rules apply from the next evening on.")
    )
