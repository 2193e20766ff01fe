"""What pages show of evenings and sheets, each at a fixed number of queries."""

from dokoclub.evenings.selectors.evenings import (
    EveningPage,
    Place,
    TableLine,
    deleted_evenings,
    evening_page,
    evening_pages,
    evenings_of,
    open_evenings,
    ranking,
    secret_links,
    sheet_alone,
    stamp,
)
from dokoclub.evenings.selectors.glances import Glance, evenings_of_year, last_evenings, standing, years
from dokoclub.evenings.selectors.history import History, history_of, stored_about, stored_about_player
from dokoclub.evenings.selectors.pens import pen_of
from dokoclub.evenings.selectors.people import Alias, aliases, at_open_tables, here_this_evening, players
from dokoclub.evenings.selectors.previews import Preview, preview, preview_change
from dokoclub.evenings.selectors.results import Highlights, SoloPlayed, folded_sheets, highlights
from dokoclub.evenings.selectors.share import in_text, text_to_share
from dokoclub.evenings.selectors.sheets import (
    SheetPage,
    ShownRow,
    last_game,
    page_before,
    page_of,
    sheet_page,
    table_of,
)
from dokoclub.evenings.selectors.starting import Suggestion, suggestion
from dokoclub.evenings.selectors.styles import style_of
from dokoclub.evenings.selectors.what_if import OtherRules, what_if

__all__ = [
    "Alias",
    "EveningPage",
    "Glance",
    "Highlights",
    "History",
    "OtherRules",
    "Place",
    "Preview",
    "SheetPage",
    "ShownRow",
    "SoloPlayed",
    "Suggestion",
    "TableLine",
    "aliases",
    "at_open_tables",
    "deleted_evenings",
    "evening_page",
    "evening_pages",
    "evenings_of",
    "evenings_of_year",
    "folded_sheets",
    "here_this_evening",
    "highlights",
    "history_of",
    "in_text",
    "last_evenings",
    "last_game",
    "open_evenings",
    "page_before",
    "page_of",
    "pen_of",
    "players",
    "preview",
    "preview_change",
    "ranking",
    "secret_links",
    "sheet_alone",
    "sheet_page",
    "stamp",
    "standing",
    "stored_about",
    "stored_about_player",
    "style_of",
    "suggestion",
    "table_of",
    "text_to_share",
    "what_if",
    "years",
]
