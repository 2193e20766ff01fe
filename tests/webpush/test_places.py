"""Messages go to the internet: an address from a browser never leads into the server's network."""

from __future__ import annotations

import socket
from threading import Event
from typing import Any

import pytest

from dokoclub.webpush import PushService, Unreachable, find_address, is_public, read_place
from tests.processes import PATIENCE

PLACE = PushService("push.example.org", 443, "/box/1")


@pytest.mark.parametrize(
    "url",
    [
        "https://updates.push.example.org/wpush/v2/gAAAA-_x",
        "https://fcm.example.org/fcm/send/abc:APA91b",
        "https://web.push.example.org/QGuQyavXutnMH",
        "https://wns2-par02p.notify.example.org/w/?token=BQYAAAD%2bx%3d",
        "https://push.example.org:443/box",
    ],
)
def test_addresses_as_push_services_have_them(url: str) -> None:
    place = read_place(url)
    assert url.replace(":443", "") == f"{place.origin}{place.path}"


@pytest.mark.parametrize(
    "url",
    [
        "",
        "http://push.example.org/box",
        "ftp://push.example.org/box",
        "//push.example.org/box",
        "https:///box",
        "https://push/box",
        "https://localhost/box",
        "https://printer.local./",
        "https://127.0.0.1/box",
        "https://127.1/box",
        "https://2130706433/box",
        "https://0x7f.0.0.1/box",
        "https://10.0.0.1.example.7/",
        "https://[::1]/box",
        "https://[fe80::1%25eth0]/box",
        "https://push.example.org:8443/box",
        "https://push.example.org:80/box",
        "https://push.example.org:0/box",
        "https://anna:secret@push.example.org/box",
        "https://push.example.org@127.0.0.1/box",
        "https://push.example.org/box#part",
        "https://push.example.org/box one",
        "https://push.example.org/box\r\nHost: x",
        "https://push.example.org/bäx",
        "https://püsh.example.org/box",
        "https://push_.example.org/box",
        "https://-push.example.org/box",
        "https://push..example.org/box",
        "https://push.example.org/" + "x" * 1000,
        "https://push.example.org:99999/box",
        "https://[push.example.org/box",
    ],
    ids=range(31),
)
def test_everything_else_is_refused(url: str) -> None:
    if url == "https://printer.local./":  # a name like any other; its address is checked on sending
        assert read_place(url).host == "printer.local"
        return
    with pytest.raises(ValueError, match=r".+"):
        read_place(url)


@pytest.mark.parametrize("address", ["93.184.216.34", "8.8.8.8", "2606:2800:220:1::1", "::ffff:8.8.8.8"])
def test_of_the_internet(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.8.8.8",
        "0.0.0.0",  # noqa: S104
        "0.1.2.3",
        "10.0.0.1",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.5",
        "169.254.169.254",
        "100.64.0.1",
        "192.0.0.8",
        "192.0.2.1",
        "198.18.0.1",
        "203.0.113.9",
        "224.0.0.251",
        "239.255.255.250",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "fe80::1",
        "fe80::1%eth0",
        "fec0::1",
        "fc00::1",
        "fd12:3456::1",
        "ff02::1",
        "2001:db8::1",
        "::ffff:127.0.0.1",
        "::ffff:192.168.1.5",
        "::127.0.0.1",
        "2002:7f00:1::",
        "2002:c0a8:105::1",
        "64:ff9b::127.0.0.1",
        "64:ff9b::a00:1",
        "2001:0:4136:e378:8000:63bf:3f57:fefa",
    ],
)
def test_of_this_machine_of_its_network_or_of_nobody(address: str) -> None:
    assert not is_public(address)


def lead_to(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in addresses]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_about, **_more: found)


def test_a_name_is_where_its_address_is(monkeypatch: pytest.MonkeyPatch) -> None:
    lead_to(monkeypatch, "93.184.216.34", "2606:2800:220:1::1")
    assert find_address(PLACE, 5).at == ("93.184.216.34", 443)


@pytest.mark.parametrize("inside", ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "ff02::1"])
def test_a_name_that_leads_inside_also_beside_an_address_outside_is_refused(
    monkeypatch: pytest.MonkeyPatch, inside: str
) -> None:
    for addresses in ((inside,), ("93.184.216.34", inside), (inside, "93.184.216.34")):
        lead_to(monkeypatch, *addresses)
        with pytest.raises(Unreachable, match="no address on the internet"):
            find_address(PLACE, 5)


def test_a_name_that_nobody_knows_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_about: object, **_more: object) -> Any:
        raise socket.gaierror(socket.EAI_NONAME, "not known")

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    with pytest.raises(Unreachable):
        find_address(PLACE, 5)


def test_a_name_that_nobody_answers_for_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_about, **_more: ended.wait(PATIENCE) and [])
    try:
        with pytest.raises(Unreachable, match="in time"):
            find_address(PLACE, 0.05)
    finally:
        ended.set()
