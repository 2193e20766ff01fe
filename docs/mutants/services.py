"""What is written that should not be, or is not written that should."""

from __future__ import annotations

from typing import Final

from docs.mutants.mutant import Mutant

MUTANTS: Final = (
    Mutant(
        "last-owner-leaves",
        "dokoclub/clubs/services/members.py",
        "membership.club.memberships.owners().exclude(pk=membership.pk).exists()",
        "membership.club.memberships.owners().exists()",
        "A club is left without an owner.",
        "tests/clubs/test_leave_club.py",
    ),
    Mutant(
        "login-link-into-foreign-club",
        "dokoclub/clubs/services/members.py",
        "memberships__account=by, memberships__owner=True",
        "memberships__account=by",
        "Who owns one club signs in as a member of another, in which he may only read.",
        "tests/clubs/test_login_link.py",
    ),
    Mutant(
        "removed-member-keeps-login-link",
        "dokoclub/clubs/services/members.py",
        "    accounts.void_login_links(membership.account)\n",
        "",
        "A login link that an owner made still works when the member is gone.",
        "tests/clubs/test_login_link.py",
    ),
    Mutant(
        "invitation-lets-everybody-in",
        "dokoclub/clubs/models/invitation.py",
        "            Q(single_use=False) | Q(uses=0),\n            revoked_at=None,",
        "            revoked_at=None,",
        "An invitation for one person is used again and again.",
        "tests/clubs/test_open_invitation.py",
    ),
    Mutant(
        "short-name-taken",
        "dokoclub/clubs/services/players.py",
        "for word in (other.name, other.short_name)",
        "for word in (other.name,)",
        "Two players stand on a sheet under the same word.",
        "tests/clubs/test_add_player.py",
    ),
    Mutant(
        "former-name-kept",
        "dokoclub/clubs/services/erasure.py",
        "    Player.history.filter(id=player.pk)"
        '.update(name=player.name, short_name="", notes="", monogram="", account=None)\n',
        "",
        "The change history still knows who was erased.",
        "tests/clubs/test_erase_player.py",
    ),
    Mutant(
        "notes-of-another-club",
        "dokoclub/evenings/services/erasure.py",
        "of_club = rows.filter(sheet__evening__club=player.club_id)",
        "of_club = rows.all()",
        "Erasing Anna empties the notes about every Anna of the site.",
        "tests/evenings/test_erase_player.py",
    ),
    Mutant(
        "closed-sheet-is-written",
        "dokoclub/evenings/services/doing.py",
        "        refuse_closed(folded.sheet)\n        work = Work(",
        "        work = Work(",
        "A game is added after the evening was closed and paid.",
        "tests/evenings/test_write_entry.py",
    ),
    Mutant(
        "stranger-sits-down",
        "dokoclub/evenings/ledger/checks.py",
        ".filter(club=sheet.evening.club_id, pk__in=read_ids(newcomers))",
        ".filter(pk__in=read_ids(newcomers))",
        "A player of another club sits down at the table.",
        "tests/evenings/test_change_table.py",
    ),
    Mutant(
        "older-row-changed-unseen",
        "dokoclub/evenings/services/tables.py",
        "if later and not (confirmed and seen == version):",
        "if later and not confirmed:",
        "Later games change in another way than was shown.",
        "tests/evenings/test_view_seats.py",
    ),
    Mutant(
        "reopened-too-much",
        "dokoclub/evenings/services/evenings.py",
        "filter(closed_at=evening.closed_at)",
        "exclude(closed_at=None)",
        "Opening an evening again opens tables that had ended long before.",
        "tests/evenings/test_close.py",
    ),
    Mutant(
        "pen-outlives-sheet",
        "dokoclub/evenings/services/sheets.py",
        'sheet.closed_at, sheet.closed_by, sheet.pen = at, by, ""',
        "sheet.closed_at, sheet.closed_by = at, by",
        "A pen writes again when its sheet is opened again.",
        "tests/evenings/test_close.py",
    ),
    Mutant(
        "merged-across-clubs",
        "dokoclub/evenings/services/people.py",
        "if kept.pk == merged.pk or kept.club_id != merged.club_id:",
        "if kept.pk == merged.pk:",
        "A player is merged with one of another club.",
        "tests/evenings/test_merge_players.py",
    ),
    Mutant(
        "club-file-believed",
        "dokoclub/exports/services/club_files.py",
        "if totals != wanted:",
        "if totals.keys() != wanted.keys():",
        "A club file brings totals in that are not those of its games.",
        "tests/exports/test_club_file.py",
    ),
    Mutant(
        "import-into-foreign-player",
        "dokoclub/exports/services/importing.py",
        "Player.objects.filter(club=made.club, erased_number=None)",
        "Player.objects.filter(erased_number=None)",
        "An import ascribes evenings to a player of another club.",
        "tests/exports/test_import.py",
    ),
    Mutant(
        "import-undone-after-years",
        "dokoclub/exports/services/undoing.py",
        "if not made.can_be_undone:",
        "if made.state == State.DRAFT:",
        "An import is undone when its evenings have long been settled.",
        "tests/exports/test_undo_import.py",
    ),
)
