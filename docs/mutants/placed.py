"""Every mutant, by kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from docs.mutants import access, ledger, locks, reminders, services, settlement, standings
from docs.mutants.mutant import Mutant

KINDS: Final[Mapping[str, Sequence[Mutant]]] = {
    "access": access.MUTANTS,
    "services": services.MUTANTS,
    "ledger": ledger.MUTANTS,
    "settlement": settlement.MUTANTS,
    "standings": standings.MUTANTS,
    "locks": locks.MUTANTS,
    "reminders": reminders.MUTANTS,
}
