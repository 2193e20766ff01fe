"""A service of OpenID Connect in a process of its own, and this install as one that knows it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from re import search
from subprocess import DEVNULL
from typing import Final
from urllib.parse import urlsplit

import requests
from django.test import Client
from pytest_django import Settings

from dokoclub.environment import openid_provider
from tests.processes import start_child
from tests.wheel import free_port, wait_for_port

BEGIN: Final = "/account/openid/begin/"
CONNECT: Final = "/account/openid/"
CENTURY: Final = 100 * 365 * 24 * 60 * 60  # seconds a token lasts: the service knows the real time, the tests do not
HERE: Final = {"host": "localhost"}


@contextmanager
def run_service() -> Iterator[str]:
    """Run a service that takes anybody's word for who they are; yield its address."""
    port = free_port()
    command = [sys.executable, "-W", "ignore", "-m", "oidc_provider_mock", "-p", port, "-e", CENTURY]
    quiet = {"stdout": DEVNULL, "stderr": DEVNULL, "env": {"PATH": os.environ["PATH"]}}
    with start_child(command, **quiet):
        wait_for_port(port)
        yield f"http://localhost:{port}"


def know_service(settings: Settings, address: str) -> None:
    settings.SOCIALACCOUNT_PROVIDERS = openid_provider(address, "dokoclub", "geheim")


def leave(device: Client, address: str = BEGIN, **form: str) -> str:
    """Tap the button; return the address of the service to which the page leads."""
    page = device.post(address, form, headers=HERE).content.decode()
    found = search(r'http-equiv="refresh" content="0;url=([^"]+)"', page)
    assert found, page
    return unescape(found[1])


def agree(address: str, person: str) -> str:
    """Say to the service who one is; return the path back, with the answer."""
    answer = requests.post(address, data={"sub": person}, allow_redirects=False, timeout=60)
    back = urlsplit(answer.headers["Location"])
    return f"{back.path}?{back.query}"


def refuse(address: str) -> str:
    answer = requests.post(address, data={"action": "deny"}, allow_redirects=False, timeout=60)
    back = urlsplit(answer.headers["Location"])
    return f"{back.path}?{back.query}"
