"""Texts for open payments: payer, receiver, amount and evenings."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from dokoclub.accounts.hooks import Unsettled
from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.core.formatting import NO_BREAK, date_only, money, signed_money, tone
from dokoclub.settlement import texts
from dokoclub.settlement.models import Transfer, TransferKind
from dokoclub.settlement.presenters.cash_texts import name_items
from dokoclub.settlement.selectors.accounts import get_standing
from dokoclub.settlement.selectors.open_transfers import OpenLine
from dokoclub.settlement.selectors.owing import Balance, Pair, get_overview, own_player_rows
from dokoclub.settlement.selectors.personal_data import clubs_of_account, owners_of_club, players_of_account
from dokoclub.settlement.services.freezing import amounts_owed
from dokoclub.settlement.texts import correction_title, format_payment
from scoring.money.transfers import Transfer as Owed

NAMED_DAYS = 3


def party_name(party: Player | None) -> str:
    return party.name if party else _("the kitty")


def arrow_name(party: Player | None) -> str:
    """Return the name next to an arrow: `Ben → Kitty`."""
    return party.name if party else _("Kitty")


def payee_name(party: Player | None) -> str:
    """Return the name inside a sentence: `Ben pays the kitty`."""
    return party.name if party else pgettext("who is paid", "the kitty")


def who_pays(pair: Pair, me: Iterable[int] = (), short: Mapping[int, str] | None = None) -> str:
    """Return `Ben pays Anna`; `You pay Anna` if `me` are the reader's own players. `short`: names in a row."""
    mine, known = set(me), short or {}
    payer, receiver = (known.get(party.pk, party.name) if party else "" for party in (pair.payer, pair.receiver))
    names = {"payer": payer or party_name(None), "payee": receiver or payee_name(None)}
    if not pair.cents:
        text = _("%(payer)s and %(payee)s: it cancels out")
        names["payee"] = receiver or party_name(None)
    elif pair.payer and pair.payer.pk in mine:
        text = _("You owe %(payee)s")
    elif pair.receiver and pair.receiver.pk in mine:
        text = _("%(payer)s pays you")
    else:
        text = _("%(payer)s pays %(payee)s")
    return capitalise_first(text % names)


def format_pair(pair: Pair) -> str:
    """Return `Ben pays Anna €2.40`, the same for every reader."""
    if not pair.cents:
        return who_pays(pair)
    return capitalise_first(
        format_payment(party_name(pair.payer), payee_name(pair.receiver), money(pair.cents, pair.currency))
    )


def format_own(one: Balance) -> str:
    """Return `2 people pay you, you pay 1 person.` for the reader."""
    pays, gets = (sum(pair.cents > 0 for pair in some) for some in (one.pays, one.gets))
    said = []
    if gets:
        said.append(ngettext("one person owes you", "%(number)s people owe you", gets) % {"number": gets})
    if pays:
        said.append(ngettext("you owe one person", "you owe %(number)s people", pays) % {"number": pays})
    return capitalise_first(", ".join(said)) + "." if said else ""


def format_sums(sums: Mapping[str, int]) -> str:
    """Return `3,00 €`, `3,00 € + 2,00 CHF`, for cents by currency; "" if empty."""
    return " + ".join(money(cents, currency) for currency, cents in sums.items())


def capitalise_first(text: str) -> str:
    """Capitalise the first letter: the kitty has an article, and may begin a sentence."""
    return text[:1].upper() + text[1:]


def line_title(line: OpenLine) -> str:
    return title_of_list(line.day, line.kind, line.correction)


def title_of_list(of: date, kind: str, correction: int) -> str:
    """Return `Evening of 12 March`, `Correction to 12 March`; the names of the lists on the page of the evening."""
    day = {"day": date_only(of)}
    if kind == TransferKind.CLEARING:
        return _("Full settlement of %(day)s") % day
    if correction:
        return correction_title(kind, correction, day["day"])
    return (_("Flat fee of %(day)s") if kind == TransferKind.FLAT else _("Evening of %(day)s")) % day


def get_days(pair: Pair) -> str:
    """Return `12 March, 19 March`; for four or more the number of evenings."""
    return written_days(pair.days, with_clearing=pair.has_clearing)


def written_days(days: Iterable[date], *, with_clearing: bool = False) -> str:
    """Return the days in words, none broken over two lines.

    `with_clearing`: one of the days is that of a clearing, which is no evening.
    """
    each = [date_only(day).replace(" ", NO_BREAK) for day in dict.fromkeys(days)]
    if with_clearing and len(each) == 1:
        return _("Full settlement of %(day)s") % {"day": each[0]}
    if len(each) <= NAMED_DAYS:
        said = ", ".join(each)
    else:
        said = ngettext("%(number)s evening", "%(number)s evenings", len(each)) % {"number": len(each)}
    return _("%(days)s, including a full settlement") % {"days": said} if with_clearing else said


def get_purpose(club: Club, lines: Sequence[OpenLine]) -> str:
    """Return the purpose for a bank: `Linde, settlement 12 March`."""
    with_clearing = any(line.clearing is not None for line in lines)
    days = written_days((line.day for line in lines), with_clearing=with_clearing).replace(NO_BREAK, " ")
    return _("%(club)s, settlement %(days)s") % {"club": club.name, "days": days}


def in_text(club: Club, pairs: Sequence[Pair]) -> str:
    """Return the open payments to send to the others: a line each."""
    head = _("Still to be paid in %(club)s:") % {"club": club.name}
    return "\n".join([head, *(f"{format_pair(pair)} ({get_days(pair)})" for pair in pairs)])


@dataclass(frozen=True, slots=True, kw_only=True)
class Payer:
    """All payments of one payer: `Anna pays`, `Ben €0.50,`, `the kitty €2`, and the sum."""

    name: str
    parts: tuple[str, ...]  # each without a line break
    amount: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearingWay:
    """A way to clear everything: its number of payments, and its payers."""

    number: int
    text: str  # one line, to choose from
    payers: tuple[Payer, ...]


def show_way(payments: Sequence[Owed], names: texts.Names, currency: str) -> ClearingWay:
    """Return the way with its payers. `payments` in the order of their payers."""
    text = format_payments(len(payments), get_sum(payments, currency))
    payers = tuple(
        _payer(texts.name_giver(who, names), list(paid), names, currency)
        for who, paid in groupby(payments, key=lambda one: one.payer)
    )
    return ClearingWay(number=len(payments), text=text, payers=payers)


def _payer(name: str, paid: Sequence[Owed], names: texts.Names, currency: str) -> Payer:
    takers = [(texts.name_taker(one.receiver, names), money(one.cents, currency)) for one in paid]
    parts = [f"{taker}{NO_BREAK}{amount}," for taker, amount in takers] if len(takers) > 1 else [takers[0][0]]
    parts[-1] = parts[-1].removesuffix(",")
    return Payer(name=_("%(payer)s pays") % {"payer": name}, parts=tuple(parts), amount=get_sum(paid, currency))


def format_payments(number: int, amount: str) -> str:
    """Return `24 payments, €41.17 in all`."""
    said = ngettext("%(number)s payment, %(amount)s in all", "%(number)s payments, %(amount)s in all", number)
    return said % {"number": number, "amount": amount}


def get_sum(payments: Iterable[Owed], currency: str) -> str:
    return money(sum(one.cents for one in payments), currency)


def get_sentence(row: Transfer, currency: str) -> str:
    """Return `Ben pays Anna €2.40`."""
    names = {player.pk: player for player in (row.payer, row.receiver) if player}
    return texts.format_transfer(amounts_owed(row), names, currency)


def title_of_row(row: Transfer) -> str:
    """Return the title of a transfer's list: `Evening of 12 March`."""
    return title_of_list(row.list.money.day, row.list.kind, row.list.correction)


def format_open(pairs: Sequence[Pair], currency: str) -> str:
    """Return the number and sum of the open payments, "" if some pairs cancel out or have another currency."""
    paid = [pair.cents for pair in pairs if pair.cents and pair.currency == currency]
    return format_payments(len(paid), money(sum(paid), currency)) if len(paid) == len(pairs) else ""


def unsettled_of_player(player: Player) -> list[Unsettled]:
    """List a player's open payments of evenings, then the account with the kitty. Twelve queries at most."""
    return [*_of_evenings(player, ()), *_of_kitty(player)]


def unsettled_of_account(account: Account) -> list[Unsettled]:
    """List the same for the players of an account, with the club's name. Twelve queries at most for each club.

    For a club that the account has left there is no page; the text names its owners, who settle it.
    """
    own_clubs = clubs_of_account(account)
    return [
        _of_club(one, player.club, is_open=player.club_id in own_clubs)
        for player in players_of_account(account)
        for one in [*_of_evenings(player, [player.pk]), *_of_kitty(player)]
    ]


def unsettled_of_member(member: Membership, me: Membership) -> list[Unsettled]:
    """List the same for a member's players, as `me` reads it. Twelve queries at most."""
    players = own_player_rows(member.club, member.account)
    mine = [player.pk for player in players] if member == me else []
    return [one for player in players for one in [*_of_evenings(player, mine), *_of_kitty(player)]]


def _of_club(one: Unsettled, club: Club, *, is_open: bool) -> Unsettled:
    about = [club.name, one.about]
    if not is_open:
        about.append(_("settle it with %(names)s") % {"names": ", ".join(owners_of_club(club))})
    return one._replace(about=" · ".join(filter(None, about)), url=one.url if is_open else "")


def _of_evenings(player: Player, mine: Collection[int]) -> Iterator[Unsettled]:
    url = reverse("settlement:show_person", args=[player.club_id, player.pk])
    for pair in get_overview(player.club).of([player.pk]):
        if pair.cents:
            cents = -pair.cents if pair.payer == player else pair.cents
            yield _unsettled(who_pays(pair, mine), cents, pair.currency, url)


def _of_kitty(player: Player) -> Iterator[Unsettled]:
    if not player.club.uses("dues"):
        return
    found = get_standing(player)
    url = reverse("settlement:show_account", args=[player.club_id, player.pk])
    who, currency = {"name": player.name}, player.club.currency
    if found.items:
        owes = _("%(name)s owes the kitty") % who
        yield _unsettled(owes, -found.open, currency, url, name_items(found.items))
    if found.credit > 0:
        yield _unsettled(_("The kitty owes %(name)s a credit") % who, found.credit, currency, url)
    if found.credit < 0:
        yield _unsettled(_("The kitty paid %(name)s too much") % who, found.credit, currency, url)


def _unsettled(said: str, cents: int, currency: str, url: str, about: str = "") -> Unsettled:
    """Return an open amount in words; negative if the leaving player still owes it."""
    return Unsettled(said, money(abs(cents), currency), signed_money(cents, currency), tone(cents), url, about)
