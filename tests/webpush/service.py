"""A test push service: it speaks TLS under a name, records its messages, and answers as a test wants.

And a browser that makes keys and opens sealed messages.
"""

from __future__ import annotations

import json
import os
import socket
import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Final

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from dokoclub import webpush
from dokoclub.webpush import CURVE, Receiver, pack_bytes, public_point
from tests.processes import join_all

NAME: Final = "push.example.org"
FROM, UNTIL = datetime(2020, 1, 1, tzinfo=UTC), datetime(2090, 1, 1, tzinfo=UTC)


class TestBrowser:
    """A browser that opens messages by RFC 8291, written from its text and not from our code."""

    __test__ = False

    def __init__(self, private: bytes = b"", secret: bytes = b"") -> None:
        number = int.from_bytes(private, "big")
        self.own = ec.derive_private_key(number, CURVE) if private else ec.generate_private_key(CURVE)
        self.secret = secret or os.urandom(16)

    @property
    def receiver(self) -> Receiver:
        return Receiver(public_point(self.own), self.secret)

    @property
    def keys(self) -> dict[str, str]:
        return {"p256dh": pack_bytes(self.receiver.public), "auth": pack_bytes(self.secret)}

    def open(self, body: bytes) -> bytes:
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        point, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(body) <= size
        shared = self.own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point))
        info = b"WebPush: info\x00" + self.receiver.public + point
        seed = HKDF(SHA256(), 32, self.secret, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(seed)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(seed)
        text, end, padding = AESGCM(key).decrypt(nonce, sealed, None).rpartition(b"\x02")
        assert (end, padding.strip(b"\x00")) == (b"\x02", b"")
        return text


@dataclass
class Sent:
    """A received request."""

    path: str
    headers: Mapping[str, str]
    body: bytes


@dataclass
class PushService:
    """A push service. `answers`: by path, the status or a writer of the answer; 201 otherwise. `asked`: names
    looked up.
    """

    port: int
    answers: dict[str, int | Callable[[socket.socket], None]] = field(default_factory=dict)
    sent: list[Sent] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    named: list[str] = field(default_factory=list)  # in the handshake

    def address(self, path: str = "/box/1") -> str:
        return f"https://{NAME}:{self.port}{path}"

    def read(self, browser: TestBrowser) -> list[dict[str, Any]]:
        """Return all received messages, opened."""
        return [json.loads(browser.open(one.body)) for one in self.sent]


@contextmanager
def served(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Iterator[PushService]:
    """Serve under a name that leads to this machine, which is allowed while it runs."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    service = PushService(server.server_address[1])
    server.service = service  # type: ignore[attr-defined]
    context = _own_context(folder)
    context.sni_callback = lambda _socket, name, _context: service.named.append(str(name))
    server.socket = context.wrap_socket(server.socket, server_side=True)
    server.daemon_threads = True
    monkeypatch.setattr(server, "handle_error", lambda *_about: None)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    lead_names(monkeypatch, service, ["127.0.0.1"])
    monkeypatch.setattr(webpush, "PORTS", frozenset({443, service.port}))
    monkeypatch.setattr(webpush, "is_public", lambda address: address == "127.0.0.1")
    trusted = ssl.create_default_context(cafile=str(folder / "own.pem"))
    monkeypatch.setattr(webpush, "trusted_context", lambda: trusted)
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        join_all(thread)


def lead_names(monkeypatch: pytest.MonkeyPatch, service: PushService, addresses: list[str]) -> None:
    """Resolve every name."""

    def look_up(host: str, port: int, **_more: object) -> list[Any]:
        service.asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        service: PushService = self.server.service  # type: ignore[attr-defined]
        body = self.rfile.read(int(self.headers["Content-Length"]))
        service.sent.append(Sent(self.path, dict(self.headers), body))
        answer = service.answers.get(self.path, HTTPStatus.CREATED)
        if callable(answer):
            with suppress(OSError):
                answer(self.connection)
            return
        self.send_response(answer)
        if 300 <= answer < 400:
            self.send_header("Location", service.address("/elsewhere"))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_about: object) -> None: ...


def _own_context(folder: Path) -> ssl.SSLContext:
    key = ec.generate_private_key(CURVE)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(FROM)
        .not_valid_after(UNTIL)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    (folder / "own.pem").write_bytes(made.public_bytes(Encoding.PEM))
    (folder / "own.key").write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "own.pem", folder / "own.key")
    return context
