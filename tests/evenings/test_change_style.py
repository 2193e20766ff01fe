"""A club chooses how its sheets are shown."""

import pytest
from django.core.exceptions import ValidationError

from dokoclub.evenings.models import SheetStyle
from dokoclub.evenings.selectors import starting
from dokoclub.evenings.services import evenings
from tests.cast import Cast


def test_without_a_choice_there_are_presets(cast: Cast) -> None:
    style = starting.get_style(cast.club)

    assert (style.ranked_by, style.large, style.full_names) == ("scores", "total", False)
    assert not SheetStyle.objects.exists()


def test_a_choice_is_kept_and_can_be_changed(cast: Cast) -> None:
    evenings.change_style(cast.club, ranked_by="balance", large="game", full_names=True)
    evenings.change_style(cast.club, ranked_by="balance", large="total", full_names=True)
    style = starting.get_style(cast.club)

    assert (style.ranked_by, style.large, style.full_names) == ("balance", "total", True)
    assert SheetStyle.objects.count() == 1


def test_a_word_that_is_no_choice_is_refused(cast: Cast) -> None:
    with pytest.raises(ValidationError) as refused:
        evenings.change_style(cast.club, ranked_by="luck", large="total", full_names=False)
    assert list(refused.value.message_dict) == ["ranked_by"]
