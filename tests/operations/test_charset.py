"""A form that a broken client sends in another encoding is refused, not an error of ours."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("charset", "status"), [("utf-16", 400), ("latin-1", 400), ("UTF-8", 422), ("", 422)])
def test_a_form_comes_as_utf8(charset: str, status: int) -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies[settings.CSRF_COOKIE_NAME] = "b" * 32
    form = f"csrfmiddlewaretoken={'b' * 32}&login=anna"  # and no password: 422
    kind = "application/x-www-form-urlencoded" + (f"; charset={charset}" if charset else "")
    assert client.generic("POST", "/account/login/", form, content_type=kind).status_code == status
