"""Settings of Sphinx for the site of the documents; tools/site.py lays out the pages and sets the language."""

import os
from typing import Any

from pygments.lexers.special import TextLexer

project = html_title = "dokoclub"
language = os.environ["SITE_LANGUAGE"]
extensions = ["myst_parser"]
templates_path = ["_templates"]
myst_enable_extensions = ["attrs_inline"]
myst_heading_anchors = 3
html_theme = "furo"
html_copy_source = html_show_sourcelink = html_show_sphinx = False
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "languages.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}


def setup(app: Any) -> None:
    for name in ("mermaid", "caddy", "haproxy"):  # shown as they are: a picture would need a script of another site
        app.add_lexer(name, TextLexer)
