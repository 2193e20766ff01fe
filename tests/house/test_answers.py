"""What every page of the house carries, whatever it shows."""

import gzip

import pytest
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db


@pytest.fixture
def path() -> str:
    return reverse("account_login")


def test_only_files_of_our_own_are_loaded(client: Client, path: str) -> None:
    policy = client.get(path)["Content-Security-Policy"]
    allowed = dict(directive.split(" ", 1) for directive in policy.split("; "))

    assert set(allowed.values()) == {"'self'", "'none'"}
    assert allowed["default-src"] == allowed["frame-ancestors"] == allowed["base-uri"] == "'none'"


def test_it_is_in_nobodys_frame_and_tells_nobody_where_one_came_from(client: Client, path: str) -> None:
    answer = client.get(path)

    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_pages_go_out_compressed_with_a_length_that_tells_nothing(client: Client, path: str) -> None:
    answers = [client.get(path, headers={"accept-encoding": "gzip"}) for _ in range(8)]

    assert {answer["Content-Encoding"] for answer in answers} == {"gzip"}
    assert b"<html" in gzip.decompress(answers[0].content)
    assert len({len(answer.content) for answer in answers}) > 1


def test_the_browsers_language_decides_and_german_otherwise(client: Client, path: str) -> None:
    def language(accepted: str) -> str:
        return client.get(path, headers={"accept-language": accepted})["Content-Language"]

    assert [language(accepted) for accepted in ("en-GB,en;q=0.9", "de-CH", "fr", "")] == ["en", "de", "de", "de"]
