"""What pages show of evenings and sheets, each at a fixed number of queries."""

from dokoclub.evenings.selectors.evenings import (
    EveningPage,
    Place,
    TableLine,
    count_open,
    deleted_evenings,
    evening_page,
    evening_pages,
    evenings_of,
    has_one_sheet,
    open_evenings,
    rank_evening,
    result_page,
    secret_links,
    stamp_of,
)
from dokoclub.evenings.selectors.glances import Glance, evenings_of_year, last_evenings, standing_of_year, years_of_play
from dokoclub.evenings.selectors.history import History, history_of, stored_about, stored_about_player
from dokoclub.evenings.selectors.now import Running, played_now, running_evenings, sheet_being_written
from dokoclub.evenings.selectors.pens import pen_of
from dokoclub.evenings.selectors.people import (
    Alias,
    aliases_of,
    at_open_tables,
    fetch_players,
    here_this_evening,
    may_join,
)
from dokoclub.evenings.selectors.previews import Preview, preview_change, preview_row
from dokoclub.evenings.selectors.results import (
    Highlights,
    SoloPlayed,
    folded_sheets,
    highlights_of,
    highlights_on,
)
from dokoclub.evenings.selectors.share import in_text, text_to_share
from dokoclub.evenings.selectors.sheets import (
    SheetPage,
    ShownRow,
    last_game,
    page_before,
    page_of,
    page_of_nobody,
    sheet_page,
    table_of,
)
from dokoclub.evenings.selectors.starting import Suggestion, suggest_arrivals, suggest_start
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
    "Running",
    "SheetPage",
    "ShownRow",
    "SoloPlayed",
    "Suggestion",
    "TableLine",
    "aliases_of",
    "at_open_tables",
    "count_open",
    "deleted_evenings",
    "evening_page",
    "evening_pages",
    "evenings_of",
    "evenings_of_year",
    "fetch_players",
    "folded_sheets",
    "has_one_sheet",
    "here_this_evening",
    "highlights_of",
    "highlights_on",
    "history_of",
    "in_text",
    "last_evenings",
    "last_game",
    "may_join",
    "open_evenings",
    "page_before",
    "page_of",
    "page_of_nobody",
    "pen_of",
    "played_now",
    "preview_change",
    "preview_row",
    "rank_evening",
    "result_page",
    "running_evenings",
    "secret_links",
    "sheet_being_written",
    "sheet_page",
    "stamp_of",
    "standing_of_year",
    "stored_about",
    "stored_about_player",
    "style_of",
    "suggest_arrivals",
    "suggest_start",
    "table_of",
    "text_to_share",
    "what_if",
    "years_of_play",
]
