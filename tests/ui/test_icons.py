"""Icons come from one partial and are either ornament or named."""

import re
from pathlib import Path

from django.conf import settings
from django.template import Context, Template

TEMPLATES = Path(settings.BASE_DIR) / "templates"
SPRITE = (TEMPLATES / "ui" / "_icons.html").read_text(encoding="utf-8")


def drawn(text: str, **values: str) -> str:
    return Template("{% load ui %}" + text).render(Context(values))


def test_an_ornament_is_not_read_aloud() -> None:
    assert drawn('{% icon "club" %}') == '<svg aria-hidden="true"><use href="#club"/></svg>'


def test_a_sign_alone_has_a_name_and_the_name_is_escaped() -> None:
    assert 'role="img" aria-label="Kreuz &lt;"' in drawn('{% icon "club" suit %}', suit="Kreuz <")


def test_every_sign_that_a_template_asks_for_is_drawn() -> None:
    drawn_signs = set(re.findall(r'<symbol id="(\w+)"', SPRITE))
    asked = {
        name
        for path in TEMPLATES.rglob("*.html")
        for name in re.findall(r'{% icon "(\w+)"', path.read_text(encoding="utf-8"))
    }
    assert asked - drawn_signs == set()
