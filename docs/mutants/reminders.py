"""Who is reminded that should not be, and where a message goes."""

from __future__ import annotations

from typing import Final

from docs.mutants.mutant import Mutant

MUTANTS: Final = (
    Mutant(
        "message-goes-inside",
        "dokoclub/webpush/places.py",
        "    return address.is_global and not address.is_multicast and address not in _PROTOCOLS\n",
        "    return not address.is_loopback\n",
        "An address that a browser invents leads into the network of the server.",
        "tests/webpush/test_places.py",
    ),
    Mutant(
        "one-address-outside-is-enough",
        "dokoclub/webpush/places.py",
        "not all(is_public(",
        "not any(is_public(",
        "A name that leads outside and inside is written to.",
        "tests/webpush/test_places.py",
    ),
    Mutant(
        "another-name-in-the-certificate",
        "dokoclub/webpush/delivery.py",
        "    return ssl.create_default_context()\n",
        "    return ssl._create_unverified_context()\n",
        "Whoever stands between takes the message.",
        "tests/webpush/test_delivery.py",
    ),
    Mutant(
        "phone-rings-at-night",
        "dokoclub/dates/services/reminding.py",
        "        if is_quiet(timezone.now()) or time.monotonic() > until:\n",
        "        if time.monotonic() > until:\n",
        "People are woken.",
        "tests/dates/test_reminders.py",
    ),
    Mutant(
        "answered-is-reminded",
        "dokoclub/dates/selectors/reminders.py",
        "        and moves.get((date.pk, player.pk)) != date.moves\n",
        "",
        "Who has answered is asked again.",
        "tests/dates/test_reminders.py",
    ),
    Mutant(
        "no-member-is-reminded",
        "dokoclub/dates/selectors/reminders.py",
        "filter(Exists(members), club__in=clubs",
        "filter(club__in=clubs",
        "Who is no member any more learns when the club meets.",
        "tests/dates/test_reminders.py",
    ),
    Mutant(
        "signed-out-is-reminded",
        "dokoclub/dates/selectors/reminders.py",
        "    return of.filter(sign_in__in=SignIn.objects.running())\n",
        "    return of\n",
        "A device on which the session is over shows what the club plans.",
        "tests/dates/test_reminders.py",
    ),
    Mutant(
        "anybody-switches-off",
        "dokoclub/dates/services/subscribing.py",
        "    return account.push_subscriptions.filter(pk=number).delete()[0] > 0\n",
        "    return Subscription.objects.filter(pk=number).delete()[0] > 0\n",
        "By its number anybody ends the reminders of another.",
        "tests/dates/test_page_reminders.py",
    ),
)
