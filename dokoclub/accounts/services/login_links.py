"""The one-time link that lets somebody back in: made by an owner or by whoever runs the install."""

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from dokoclub.accounts.models import LONG_AGO, Account, LoginLink, fresh_token, hash_token
from dokoclub.accounts.services.refusal import Refused


@transaction.atomic
def create_login_link(account: Account, by: Account | None = None) -> str:
    """The token of a new link for `account`, good once within the hour; only its SHA-256 is kept.

    It replaces the maker's earlier link for the same account, so that a form sent twice leaves one.
    `by` is noted in the account; None means whoever runs the install. Who may make one is the caller's
    question. Raises Refused for the demo visitor and for accounts that cannot sign in.
    """
    if account.is_visitor or account.erased_at or not account.is_active:
        raise Refused(_("There is no login link for this account."))
    account.login_links.filter(made_by=by).void()
    token = fresh_token()
    LoginLink.objects.create(account=account, token_hash=hash_token(token), made_by=by)
    return token


def void_login_links(account: Account) -> None:
    """Links that owners made for `account`, or that it made as an owner, open nothing any more.

    They were right for the clubs of that moment; the caller has just changed them. One that is being used at this
    moment is among them: see holds_login_link.
    """
    of_owners = LoginLink.objects.filter(expires_at__gt=timezone.now()).exclude(made_by=None)
    of_owners.filter(Q(account=account) | Q(made_by=account)).update(expires_at=LONG_AGO)


@transaction.atomic
def holds_login_link(link: LoginLink) -> bool:
    """Was a link that has just signed somebody in right until now? Not where the member came into a club meanwhile.

    Whoever is voiding it at this moment is waited for. One query.
    """
    return LoginLink.objects.select_for_update(no_key=True).filter(pk=link.pk, expires_at__gt=timezone.now()).exists()


@transaction.atomic
def use_login_link(token: str) -> LoginLink | None:
    """The link that signs its account in, None when it is unknown, expired or used. Uses it up.

    A conditional UPDATE of this one table: of two people pressing the button, one gets in. Where an owner made the
    link, the member is asked from now on who that was.
    """
    taken = LoginLink.objects.usable().of(token).update(used_at=timezone.now(), unconfirmed=~Q(made_by=None))
    if not taken:
        return None
    link = LoginLink.objects.of(token).select_related("account", "made_by").get()
    if not link.account.is_active:
        return None
    if link.is_of_owner:
        Account.objects.filter(pk=link.account_id).update(has_unconfirmed_links=True)
    return link
