"""What happens to the money. Typed, atomic, and without a request."""

from dokoclub.settlement.services.deciding import change_club_money, change_evening_money, excuse_player
from dokoclub.settlement.services.freezing import freeze_evening, let_go
from dokoclub.settlement.services.paying import (
    pay_all,
    pay_seen,
    pay_transfer,
    take_back_payment,
)
from dokoclub.settlement.services.purging import purge_monies
from dokoclub.settlement.services.refusals import Changed, Frozen, StillOpen

__all__ = [
    "Changed",
    "Frozen",
    "StillOpen",
    "change_club_money",
    "change_evening_money",
    "excuse_player",
    "freeze_evening",
    "let_go",
    "pay_all",
    "pay_seen",
    "pay_transfer",
    "purge_monies",
    "take_back_payment",
]
