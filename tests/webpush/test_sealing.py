"""Messages are sealed as in RFC 8291, and nobody else opens them."""

from __future__ import annotations

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec

from dokoclub.webpush import MOST, RECORD, Receiver, check_receiver, pack_bytes, public_point, seal_message, unpack_text
from tests.webpush.service import TestBrowser

# RFC 8291, section 5 and appendix A
TEXT = b"When I grow up, I want to be a watermelon"
SENDER = unpack_text("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
SENDER_POINT = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
BROWSER = unpack_text("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")
BROWSER_POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SECRET = unpack_text("BTBZMqHH6r4Tts7J_aSIgg")
SALT = unpack_text("DGv6ra1nlYgDCS1FRnbzlw")
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
    "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_message_of_the_standard() -> None:
    own = ec.derive_private_key(int.from_bytes(SENDER, "big"), ec.SECP256R1())
    sealed = seal_message(TEXT, Receiver(unpack_text(BROWSER_POINT), SECRET), own=own, salt=SALT)
    assert pack_bytes(public_point(own)) == SENDER_POINT
    assert pack_bytes(sealed) == BODY


def test_the_browser_of_the_standard_opens_it() -> None:
    browser = TestBrowser(BROWSER, SECRET)
    assert pack_bytes(browser.receiver.public) == BROWSER_POINT
    assert browser.open(unpack_text(BODY)) == TEXT


def test_each_message_is_sealed_anew() -> None:
    browser = TestBrowser()
    one, other = (seal_message(b"Kommst du?", browser.receiver) for _ in range(2))
    assert one != other
    assert [browser.open(body) for body in (one, other)] == [b"Kommst du?"] * 2


def test_nobody_else_opens_it() -> None:
    sealed = seal_message(b"Kommst du?", TestBrowser().receiver)
    with pytest.raises(InvalidTag):
        TestBrowser().open(sealed)


def test_the_longest_message_is_as_long_as_push_services_take() -> None:
    browser = TestBrowser()
    longest = seal_message(b"x" * MOST, browser.receiver)
    assert len(longest) == RECORD
    assert browser.open(longest) == b"x" * MOST
    with pytest.raises(ValueError, match="too many"):
        seal_message(b"x" * (MOST + 1), browser.receiver)


@pytest.mark.parametrize(
    "receiver",
    [
        Receiver(b"", SECRET),
        Receiver(unpack_text(BROWSER_POINT), b""),
        Receiver(unpack_text(BROWSER_POINT)[:-1], SECRET),
        Receiver(b"\x04" + b"\x01" * 64, SECRET),  # not on the curve
        Receiver(b"\x00" * 65, SECRET),
        Receiver(b"\x02" + unpack_text(BROWSER_POINT)[1:33], SECRET),  # the short form, which no browser sends
    ],
    ids=["no key", "no secret", "short", "off the curve", "nothing", "compressed"],
)
def test_keys_that_are_none_are_refused(receiver: Receiver) -> None:
    with pytest.raises(ValueError, match=r".+"):
        check_receiver(receiver)
    check_receiver(TestBrowser().receiver)
