"""The playing card of a person as HTML. An ornament: the name stands beside it, and no reader hears it."""

from html import escape

from django.utils.safestring import SafeString

from dokoclub.look.cards import Card


def print_card(card: Card, size: str = "") -> SafeString:
    """`size`: "" for lines of text and tables, "m" and "l" for larger ones. The letters are drawn by the style sheet:
    what is copied or searched has the name alone.
    """
    kind = " ".join(filter(None, ["pc", f"p{card.tint}", size, "two" if len(card.monogram) > 1 else ""]))
    return SafeString(
        f'<i class="{kind}" data-letters="{escape(card.monogram)}" aria-hidden="true">'
        f'<svg><use href="#{card.suit}"/></svg></i>'
    )
