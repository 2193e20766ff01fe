"""Template tags for every page: icons, signed numbers, days, the theme."""

from django.forms import BaseForm
from django.http import HttpRequest
from django.template import Context, Library
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from dokoclub import legal
from dokoclub.core import cookies, formatting
from dokoclub.ui import cards, components, rows
from dokoclub.ui import texts as texts_look
from dokoclub.ui.cards import Card

register = Library()

register.filter("breakable", texts_look.break_words)
register.filter("width", texts_look.format_width)
register.filter("tone", formatting.tone)
register.filter("plain", formatting.plain)
register.filter("money", formatting.money)
register.filter("signed_amount", formatting.signed_amount)
register.filter("signed_money", formatting.signed_money)
register.filter("euro", formatting.euro)
register.filter("decimals", formatting.decimals)
register.filter("signed_euro", formatting.signed_euro)
register.filter("day", formatting.day)
register.filter("day_and_year", formatting.day_and_year)
register.filter("date_and_year", formatting.date_and_year)
register.filter("short_day", formatting.short_day)
register.filter("tiny_day", formatting.tiny_day)
register.filter("date_only", formatting.date_only)
register.filter("day_span", formatting.day_span)
register.filter("short_span", formatting.short_span)
register.filter("typed_day", formatting.typed_day)
register.filter("month", formatting.month)
register.filter("month_name", formatting.month_name)
register.filter("clock", formatting.clock)


@register.filter
def needs_summary(form: BaseForm) -> bool:
    """Return False if a single visible field is wrong: it shows its own error."""
    return len(form.errors) > 1 or not form.errors.keys() <= {field.name for field in form.visible_fields()}


@register.filter
def lacks_only(form: BaseForm) -> bool:
    """Return whether all wrong fields are empty."""
    return all(error.code == "required" for errors in form.errors.as_data().values() for error in errors)


@register.filter
def signed(number: formatting.Number | None, places: int = 0) -> str:
    """Return a number with its sign: `{{ total|signed }}`, `{{ mean|signed:2 }}`; "" for None."""
    return "" if number is None else formatting.signed(number, places)


@register.simple_tag
def points(number: formatting.Number, places: int = 0) -> SafeString:
    """Render a signed number in its colour and in the sheet's own digits."""
    return format_html('<b class="num {}">{}</b>', formatting.tone(number), formatting.signed(number, places))


@register.simple_tag
def tile_name(tile: components.Tile) -> SafeString:
    """Render the name of a tile as in the head of the sheet."""
    return rows.render_name(tile.name, tile.short)


@register.simple_tag
def short_name(name: str, short: str) -> SafeString:
    """Render a name: the short one for eyes, the whole for ears."""
    return rows.render_name(name, short)


@register.simple_tag
def sheet_head(sheet: components.PrintedSheet) -> SafeString:
    """Render the names of the players and the strip of totals."""
    return rows.render_head(sheet)


@register.simple_tag(takes_context=True)
def sheet_rows(context: Context, sheet: components.PrintedSheet) -> SafeString:
    """Render the rows of a score sheet."""
    return rows.render_rows(sheet, {str(name): value for name, value in context.flatten().items()})


@register.simple_tag
def sheet_frames(sheet: components.PrintedSheet) -> SafeString:
    """Render template rows for a script to fill."""
    return rows.render_frames(sheet)


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """Render an icon from ui/_icons.html: decorative, or an image with `label` as its name."""
    said = format_html('role="img" aria-label="{}"', label) if label else SafeString('aria-hidden="true"')
    return format_html('<svg {}><use href="#{}"/></svg>', said, name)


@register.simple_tag
def card(of: Card, size: str = "") -> SafeString:
    """Render a card: `{% card player.card %}` before a name."""
    return cards.render_card(of, size)


@register.simple_tag(takes_context=True)
def chosen_theme(context: Context) -> str:
    """Return the theme of this device: "light", "dark", or "" for the system's preference."""
    return cookies.chosen_theme(get_request(context))


@register.simple_tag(name="themes")
def all_themes() -> list[tuple[str, str]]:
    """Return every theme with its name, in the order of the switch."""
    return [(theme, str(name)) for theme, name in cookies.THEMES.items()]


@register.simple_tag
def paper_colours(theme: str) -> list[dict[str, str]]:
    """Return the colours of the browser's bars: one for a chosen theme, else one per system preference."""
    if theme:
        return [{"colour": cookies.PAPER[theme]}]
    return [{"colour": colour, "media": f"(prefers-color-scheme: {wish})"} for wish, colour in cookies.PAPER.items()]


@register.simple_tag
def legal_texts() -> list[tuple[str, str]]:
    """Return name and URL of each legal text that the founder of the install has written."""
    return [(str(legal.KINDS[kind]), reverse(f"operations:show_{kind}")) for kind in legal.list_kinds()]


@register.simple_tag(takes_context=True)
def here(context: Context) -> str:
    """Return the URL to come back to after a switch.

    For a page that was posted, this is the page with its form, else home.
    """
    request = get_request(context)
    if request is None:
        return "/"
    return request.get_full_path() if request.method == "GET" else came_from(request)


def came_from(request: HttpRequest) -> str:
    """Return the page of this site that the browser sends as its referrer.

    The current page may answer only to POST, so it does not serve.
    """
    before, ours = request.headers.get("Referer", ""), request.build_absolute_uri("/")
    return f"/{before.removeprefix(ours)}" if before.startswith(ours) else "/"


def get_request(context: Context) -> HttpRequest | None:
    """Return the request, or None on a page rendered without one (an error page)."""
    request = context.get("request")
    return request if isinstance(request, HttpRequest) else None
