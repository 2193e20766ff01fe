"""One field template: label, hint and error belong to the control, also for blind users."""

import re

from django import forms
from django.template.loader import render_to_string
from django.utils import translation


class Guest(forms.Form):
    name = forms.CharField(label="Name", help_text="As on the sheet.", max_length=5)
    note = forms.CharField(label="Note", required=False)
    cards = forms.ChoiceField(label="Cards", choices=[("f", "French"), ("g", "German")], widget=forms.RadioSelect)
    agreed = forms.BooleanField(label="Agreed")
    token = forms.CharField(widget=forms.HiddenInput)


def empty() -> str:
    return str(Guest())


def wrong() -> str:
    with translation.override("de"):
        return str(Guest({"name": "much too long", "token": ""}))


def attribute(html: str, element: str, name: str) -> str | None:
    tag = re.search(rf"<{element}[^>]*>", html)
    found = tag and re.search(rf'{name}="([^"]*)"', tag.group())
    return found.group(1) if found else None


def test_a_label_belongs_to_its_control() -> None:
    assert '<label for="id_name">Name</label>' in empty()


def test_what_may_stay_empty_says_so() -> None:
    with translation.override("de"):
        assert '<label for="id_note">Note <span class="optional">(freiwillig)</span></label>' in empty()


def test_the_hint_is_read_with_the_control() -> None:
    assert attribute(empty(), 'input type="text" name="name"', "aria-describedby") == "id_name_helptext"
    assert '<div class="hint" id="id_name_helptext">As on the sheet.</div>' in empty()


def test_what_is_wrong_stands_beside_the_field_and_keeps_what_was_typed() -> None:
    html = wrong()
    control = 'input type="text" name="name"'
    assert attribute(html, control, "aria-describedby") == "id_name_helptext id_name_error"
    assert attribute(html, control, "aria-invalid") == "true"
    assert attribute(html, control, "value") == "much too long"
    assert '<ul class="errorlist" id="id_name_error">' in html


def test_radio_buttons_are_a_group_with_its_name() -> None:
    html = wrong()
    assert "<legend>Cards</legend>" in html
    assert attribute(html, "fieldset", "aria-describedby") == "id_cards_error"


def test_a_checkbox_stands_before_its_label() -> None:
    html = empty()
    assert html.index('name="agreed"') < html.index('<label for="id_agreed">Agreed</label>')


def test_everything_wrong_is_listed_first_with_links_to_the_fields() -> None:
    html = wrong()
    links = re.findall(r'<a href="#(\w+)">([^:]+):', html)
    assert links == [("id_name", "Name"), ("id_cards", "Cards"), ("id_agreed", "Agreed")]
    assert html.index('class="problems"') < html.index('class="field')


def test_a_wrong_hidden_field_is_not_kept_from_people() -> None:
    with translation.override("en"):
        assert "<li>This field is required.</li>" in str(Guest({"name": "Anna", "cards": "f", "agreed": "on"}))


def test_one_wrong_field_needs_no_list() -> None:
    """The error stands under the field. A hidden field has no such place."""
    html = str(Guest({"cards": "f", "agreed": "on", "token": "x"}))
    assert 'class="problems"' not in html
    assert html.index('id="id_name"') < html.index('class="errorlist"')
    assert 'class="problems"' in str(Guest({"name": "Anna", "cards": "f", "agreed": "on", "token": ""}))


def test_what_is_missing_is_counted() -> None:
    with translation.override("de"):
        assert "2 Angaben fehlen" in str(Guest({"agreed": "on", "token": "x"}))


def test_nothing_wrong_nothing_said() -> None:
    assert render_to_string("_problems.html", {"form": Guest()}).strip() == ""
