"""A league that counts what it should not, or leaves out what it should count."""

from __future__ import annotations

from typing import Final

from docs.mutants.mutant import Mutant

MUTANTS: Final = (
    Mutant(
        "evenings-of-another-club",
        "dokoclub/standings/selectors/records.py",
        "sheet__evening__club=club, sheet__evening__deleted_at=None, sheet__evening__date__range",
        "sheet__evening__deleted_at=None, sheet__evening__date__range",
        "The table counts the evenings of all clubs.",
        "tests/standings/test_page_table.py",
    ),
    Mutant(
        "deleted-evening-counts",
        "dokoclub/standings/selectors/records.py",
        "sheet__evening__club=club, sheet__evening__deleted_at=None, sheet__evening__date__range",
        "sheet__evening__club=club, sheet__evening__date__range",
        "A deleted evening stays in the table.",
        "tests/standings/test_page_table.py",
    ),
    Mutant(
        "correction-cannot-be-taken-back",
        "dokoclub/standings/selectors/people.py",
        "Q(corrections__taken_back_at=None, corrections__day__range=(first, last))",
        "Q(corrections__day__range=(first, last))",
        "Points that were taken back still count.",
        "tests/standings/test_corrections.py",
    ),
    Mutant(
        "stars-for-open-evenings",
        "dokoclub/standings/services/honours.py",
        "filter(player__in=wanted).exclude(sheet__evening__closed_at=None)",
        "filter(player__in=wanted)",
        "Stars are given for evenings that are not over.",
        "tests/standings/test_page_table.py",
    ),
    Mutant(
        "open-evening-of-another-club",
        "dokoclub/standings/services/closings.py",
        "Evening.objects.alive().filter(club=club, date__range",
        "Evening.objects.alive().filter(date__range",
        "A month cannot be closed while some other club plays.",
        "tests/standings/test_closing.py",
    ),
    Mutant(
        "closed-over-another-version",
        "dokoclub/standings/services/closings.py",
        "    if newest is not None and newest.number != expected:\n        raise Overtaken(newest)\n",
        "",
        "Two owners close a month, and neither sees the other's version.",
        "tests/standings/test_closing.py",
    ),
    Mutant(
        "since-closing-turned",
        "dokoclub/standings/selectors/closings.py",
        "now[player] - then[player]",
        "then[player] - now[player]",
        "Points that came after a closing are shown as lost.",
        "tests/standings/test_closing.py",
    ),
    Mutant(
        "last-day-of-season-lost",
        "dokoclub/standings/selectors/hall.py",
        "if season.first <= one.day <= season.last",
        "if season.first <= one.day < season.last",
        "The last evening of a season decides nothing in the hall of fame.",
        "tests/standings/test_hall.py",
    ),
    Mutant(
        "month-by-rules-of-year",
        "dokoclub/standings/access.py",
        "return source.parsed_month if period.is_short else source.parsed",
        "return source.parsed",
        "A month asks for the attendance of a whole year.",
        "tests/standings/test_page_table.py",
    ),
    Mutant(
        "struck-rows-in-statistics",
        "dokoclub/standings/selectors/statistics.py",
        "Entry.objects.counted()",
        "Entry.objects.all()",
        "Struck games are in the statistics.",
        "tests/standings/test_statistics_recount.py",
    ),
    Mutant(
        "league-link-of-another-club",
        "dokoclub/standings/services/links.py",
        "LeagueLink.objects.open().filter(club=club).first()",
        "LeagueLink.objects.open().first()",
        "An owner hands out the link to another club's league.",
        "tests/standings/test_link.py",
    ),
    Mutant(
        "season-of-another-club-in-the-way",
        "dokoclub/standings/services/seasons.py",
        "Season.objects.filter(club=season.club_id).exclude(pk=season.pk)",
        "Season.objects.exclude(pk=season.pk)",
        "No two clubs can have a season at the same time.",
        "tests/standings/test_seasons.py",
    ),
)
