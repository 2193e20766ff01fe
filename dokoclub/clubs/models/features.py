"""The features that a club switches on: name, sentence, and the addresses that belong to each."""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


@dataclass(frozen=True)
class Feature:
    """A feature of a club. A page belongs to it by the name of its address, or by the app (`dates:`)."""

    key: str  # as stored with the club
    label: Promise
    sentence: Promise
    pages: frozenset[str]
    but: frozenset[str] = frozenset()  # pages of its app that stay
    needs: str = ""  # key of the feature without which this one is off

    def has_page(self, name: str) -> bool:
        """Return True if the page with this URL name belongs to the feature."""
        app = name.partition(":")[0] + ":"
        return name in self.pages or (app in self.pages and name not in self.but)


def _pages(app: str, names: str) -> frozenset[str]:
    return frozenset(f"{app}:{name}" for name in names.split())


FEATURES: Final = (
    Feature(
        "dates",
        pgettext_lazy("feature", "Dates"),
        _("Who is coming? With a calendar"),
        frozenset({"dates:"}),
        but=_pages("dates", "show_reminders subscribe_browser end_subscription"),
    ),
    Feature(
        "kitty",
        pgettext_lazy("feature", "Kitty"),
        _("One pot for all"),
        _pages("settlement", "show_kitty book_cash reverse_cash pay_out show_statement close_cash_year show_audit")
        | _pages("settlement", "show_budget plan_purpose")
        | _pages("exports", "export_cash_csv export_kitty"),
    ),
    Feature(
        "dues",
        pgettext_lazy("feature", "Dues"),
        _("Monthly, with members' balances"),
        _pages("settlement", "show_accounts show_account pay_tapped pay_some use_credit book_on_account")
        | _pages("settlement", "take_back_charge list_dues make_due raise_dues edit_due except_player end_exception")
        | _pages("settlement", "add_fine edit_fine charge_entry_fee fine_at_sheet take_back_fine")
        | _pages("settlement", "edit_club_bank remove_club_bank show_club_code")
        | _pages("exports", "export_accounts export_account"),
        needs="kitty",
    ),
    Feature(
        "tournaments",
        pgettext_lazy("feature", "Tournaments"),
        _("Several rounds with a draw"),
        frozenset({"tournaments:"})
        | _pages("screens", "show_tournament give_tournament_code end_tournament")
        | _pages("exports", "export_series export_tournament"),
    ),
    Feature(
        "ratings",
        pgettext_lazy("feature", "Ratings"),
        _("Who really plays better?"),
        _pages("standings", "show_rating hide_rating show_player_rating"),
    ),
    Feature(
        "seasons",
        pgettext_lazy("feature", "Season"),
        _("Standings over a year of your own"),
        _pages("standings", "list_seasons make_season edit_season delete_season show_season"),
    ),
    Feature(
        "screens",
        pgettext_lazy("feature", "TV"),
        _("The sheet in large on the wall"),
        frozenset({"screens:"}),
        but=_pages("screens", "enter_code give_pen_code give_link_code give_invitation_code type_code"),
    ),
    Feature(
        "imports",
        pgettext_lazy("feature", "Import"),
        _("Old sheets from a file"),
        _pages("exports", "list_imports hand_in show_import go_on undo_import discard_import"),
    ),
)

BY_KEY: Final = {feature.key: feature for feature in FEATURES}


def all_features() -> list[str]:
    """Return the keys of all features. Migration 0006 calls this: keep it."""
    return [feature.key for feature in FEATURES]


def features_at_first() -> list[str]:
    """Return the keys of the features of a new club."""
    return ["dates"]


def first_unused(page: str, used: list[str]) -> Feature | None:
    """Return the feature that a club lacks for this page, or None if the page is open."""
    return next((feature for feature in FEATURES if feature.has_page(page) and not is_used(feature.key, used)), None)


def is_used(key: str, used: list[str]) -> bool:
    """Return True if the feature is on, and so is the one that it needs."""
    needs = BY_KEY[key].needs
    return key in used and (not needs or is_used(needs, used))
