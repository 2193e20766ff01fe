import pytest
from django.test import Client
from tests.screens import papers
from tests.cast import Cast

pytestmark = pytest.mark.django_db


def test_try(cast: Cast, django_assert_max_num_queries):
    import gzip

    for number in (4, 5, 8, 21, 64):
        link = papers.screen(cast, evening=papers.evening_of(cast, number))
        with django_assert_max_num_queries(50) as q:
            page = Client().get(papers.address(link))
        print(number, page.status_code, len(page.content), len(gzip.compress(page.content)), len(q))
    for number in (8, 40, 168):
        link = papers.screen(cast, tournament=papers.tournament_of(cast, number))
        with django_assert_max_num_queries(50) as q:
            page = Client().get(papers.address(link))
        print(number, page.status_code, len(page.content), len(gzip.compress(page.content)), len(q))
    link = papers.screen(cast)
    with django_assert_max_num_queries(50) as q:
        page = Client().get(papers.address(link))
    print("league", page.status_code, len(page.content), len(q))
