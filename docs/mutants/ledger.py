"""Points that are not what the facts say, and a check that does not see it."""

from __future__ import annotations

from typing import Final

from docs.mutants.mutant import Mutant

MUTANTS: Final = (
    Mutant(
        "club-share-turned",
        "dokoclub/evenings/ledger/posting.py",
        "short = -sum(share.balance for share in found)",
        "short = sum(share.balance for share in found)",
        "The postings of a penalty do not sum to 0.",
        "tests/evenings/test_write_entry.py",
    ),
    Mutant(
        "struck-row-keeps-points",
        "dokoclub/evenings/services/posting.py",
        "Posting.objects.filter(entry__in=[entry for entry in folded.struck if entry.position >= since]).delete()",
        "pass",
        "A struck game keeps its postings.",
        "tests/evenings/test_corrections.py",
    ),
    Mutant(
        "corrected-row-keeps-points",
        "dokoclub/evenings/services/posting.py",
        "if _points(stored[pk]) != _points(right[pk])]",
        "if len(stored[pk]) != len(right[pk])]",
        "A corrected game keeps its old postings.",
        "tests/evenings/test_corrections.py",
    ),
    Mutant(
        "newcomer-without-seat",
        "dokoclub/evenings/services/posting.py",
        "if not only_appended or any(isinstance(row, Table) for _, row, _ in _from(folded, since)):",
        "if not only_appended:",
        "Who joins the table has no seat, and may not write on its sheet.",
        "tests/evenings/test_change_table.py",
    ),
    Mutant(
        "games-by-hand-not-counted",
        "dokoclub/evenings/ledger/done.py",
        "facts.is_game(row) else ()",
        "isinstance(row, facts.Game) else ()",
        "Games written in points only count for no attendance.",
        "tests/exports/test_import_steps.py",
    ),
    Mutant(
        "losers-win",
        "scoring/league/deeds.py",
        "party is Party.RE, game.winner is party, game",
        "party is Party.RE, game.winner is not party, game",
        "Games are won by who lost them.",
        "tests/evenings/test_attribution.py",
    ),
    Mutant(
        "kept-by-re-alone",
        "scoring/league/deeds.py",
        ".add(game.winner is made.party)",
        ".add(game.winner is Party.RE)",
        "An announcement of Kontra was kept when Re won.",
        "tests/evenings/test_attribution.py",
    ),
    Mutant(
        "forced-is-dared",
        "scoring/league/deeds.py",
        "if (made.party, made.call) in game.told.forced:",
        "if (made.party, made.call) is game.told.forced:",
        "Who had to announce, and lost, has lost an announcement.",
        "tests/scoring/test_statistics.py",
    ),
    Mutant(
        "file-says-what-cannot-be",
        "dokoclub/exports/services/club_files.py",
        "[*checks.list_problems(whole, places), *_attribution_problems(whole)]",
        "[*checks.list_problems(whole, places)]",
        "A club file ascribes to players what no page can show.",
        "tests/evenings/test_told.py",
    ),
    Mutant(
        "armut-taken-by-the-giver",
        "scoring/league/statistics.py",
        "(mine.gave if player == told.gave else mine.took)",
        "(mine.took if player == told.gave else mine.gave)",
        "Who gave an Armut is said to have taken it.",
        "tests/scoring/test_statistics.py",
    ),
    Mutant(
        "balance-is-scores",
        "dokoclub/evenings/ledger/results.py",
        "folded.paper.balances[player]",
        "folded.paper.totals[player]",
        "Money follows the points as written, which need not sum to 0.",
        "tests/evenings/test_ledger_equals_contract.py",
    ),
    Mutant(
        "check-misses-foreign-posting",
        "dokoclub/evenings/ledger/check.py",
        "for player in right | found:",
        "for player in right:",
        "check_ledger sees no posting of somebody who did not play.",
        "tests/evenings/test_check_ledger.py",
    ),
    Mutant(
        "check-misses-deleted",
        "dokoclub/evenings/ledger/check.py",
        "whole = Sheet.objects.exclude(",
        "whole = Sheet.objects.alive().exclude(",
        "check_ledger sees no fault on an evening that can still come back.",
        "tests/evenings/test_check_ledger.py",
    ),
)
