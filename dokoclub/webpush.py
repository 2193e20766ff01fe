"""Web push messages (RFC 8030): encrypted for one browser, signed by this install, and sent to its push service.

RFC 8291 is RFC 8188 (aes128gcm) with its own keys; VAPID tokens sign. Delivery follows no redirect, has a total time
limit and reads only the status: http.client guarantees less, for its limit holds for each packet, it resolves the name
itself, and reads any number of headers.
"""

import base64
import binascii
import json
import os
import re
import socket
import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from pathlib import Path
from queue import Empty, SimpleQueue
from re import compile as pattern
from threading import Thread, Timer
from typing import Any, Final, NamedTuple
from urllib.parse import SplitResult, urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from dokoclub.environment import stored_secret

CURVE: Final = ec.SECP256R1()
POINT: Final = 65  # bytes of a public key
SECRET: Final = 16  # bytes shared by browser and server from the start
SALT: Final = 16
RECORD: Final = 4096  # bytes that every push service accepts
# bytes of a message: without header, end mark and authentication tag
MOST: Final = RECORD - (SALT + 4 + 1 + POINT) - 1 - 16
_END: Final = b"\x02"  # end mark of the last record, the only one
FILE: Final = "vapid_key"
LASTS: Final = 12 * 60 * 60  # seconds; push services refuse tokens valid for more than a day
_NUMBER: Final = 32  # bytes of a private key, and of either half of a signature


class Receiver(NamedTuple):
    """The keys in a browser's subscription."""

    public: bytes
    secret: bytes


def check_receiver(receiver: Receiver) -> None:
    """Raise ValueError if no message can be encrypted for the receiver."""
    if len(receiver.public) != POINT or len(receiver.secret) != SECRET:
        raise ValueError("keys of a wrong length")
    ec.EllipticCurvePublicKey.from_encoded_point(CURVE, receiver.public)


def seal_message(
    text: bytes, receiver: Receiver, *, own: ec.EllipticCurvePrivateKey | None = None, salt: bytes | None = None
) -> bytes:
    """Encrypt a message; return the request body. Key and salt are new each time.

    Only tests of the standard pass them. Raises ValueError if the text has more than `MOST` bytes.
    """
    if len(text) > MOST:
        raise ValueError(f"{len(text)} bytes are too many for a message")
    own, salt = own or ec.generate_private_key(CURVE), salt or os.urandom(SALT)
    point = public_point(own)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, receiver.public))
    seed = _derive(shared, receiver.secret, b"WebPush: info\0" + receiver.public + point, 32)
    key = _derive(seed, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(seed, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(point)]) + point
    return head + AESGCM(key).encrypt(nonce, text + _END, None)


def public_point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def load_key(folder: Path) -> ec.EllipticCurvePrivateKey:
    """Load the key of this install, created on first use, in a file readable by its owner only.

    With another key, all browsers would have to subscribe again. Raises ValueError if the file holds no key.
    """
    text = stored_secret(folder, FILE, _make_key)
    try:
        number = unpack_text(text)
        if len(number) == _NUMBER:
            return ec.derive_private_key(int.from_bytes(number, "big"), CURVE)
    except ValueError:
        pass
    raise ValueError(f"{folder / FILE} holds no key")


def _make_key() -> str:
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return pack_bytes(number.to_bytes(_NUMBER, "big"))


def name_key(key: ec.EllipticCurvePrivateKey) -> str:
    """Return the public half, as browsers expect it and push services compare it."""
    return pack_bytes(public_point(key))


def sign_token(key: ec.EllipticCurvePrivateKey, *, audience: str, contact: str, now: int) -> str:
    """Return the `Authorization` header. `audience`: origin of the push service, `now`: seconds since 1970."""
    head = _json({"typ": "JWT", "alg": "ES256"})
    claims = _json({"aud": audience, "exp": now + LASTS, "sub": f"mailto:{contact}"})
    signed = f"{head}.{claims}"
    halves = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(SHA256())))
    signature = pack_bytes(b"".join(half.to_bytes(_NUMBER, "big") for half in halves))
    return f"vapid t={signed}.{signature}, k={name_key(key)}"


def pack_bytes(raw: bytes) -> str:
    """Encode as URL-safe base64, without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def unpack_text(text: str) -> bytes:
    """Decode URL-safe base64, with or without padding. Raises ValueError if it is invalid."""
    bare = text.rstrip("=")
    try:
        return base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)
    except binascii.Error as wrong:
        raise ValueError(str(wrong)) from None


def _json(claims: dict[str, object]) -> str:
    return pack_bytes(json.dumps(claims, separators=(",", ":")).encode())


LONGEST: Final = 1000  # characters of an address; Microsoft's have about 500
PORTS: Final = frozenset({443})
_NAME: Final = pattern(r"(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]")
_PLAIN: Final = pattern(r"[!-~]+")  # characters allowed in the first line of a request
_PROTOCOLS: Final = IPv4Network("192.0.0.0/24")  # of the IETF; older Python versions treat half of it as global
_UNICAST: Final = IPv6Network("2000::/3")
_TRANSLATED: Final = IPv6Network("64:ff9b::/96")  # an IPv4 address in the last 32 bits
SECONDS: Final = 10.0  # for the name, and again for everything else
LONGEST_LINE: Final = 1024  # bytes read to find the status
_STATUS: Final = re.compile(rb"HTTP/1\.[01] ([1-5]\d\d)[ \r]")


class Unreachable(Exception):
    """Delivery failed or was not confirmed. Its text gives the reason, without an address."""


class PushService(NamedTuple):
    """A push service, and its path for the browser."""

    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        return f"https://{self.host}" if self.port == 443 else f"https://{self.host}:{self.port}"


class Address(NamedTuple):
    """An address in the form that sockets accept."""

    family: int
    at: tuple[Any, ...]


def read_place(url: str) -> PushService:
    """Parse an address. Raises ValueError for all but https to a host name on the usual port without credentials."""
    if len(url) > LONGEST or not _PLAIN.fullmatch(url):
        raise ValueError("too long, or with strange letters")
    parts = urlsplit(url)
    host, port = (parts.hostname or "").rstrip("."), 443 if parts.port is None else parts.port
    if parts.scheme != "https" or "@" in parts.netloc or parts.fragment:
        raise ValueError("not https, or with a name and a password")
    if port not in PORTS or not _NAME.fullmatch(host):
        raise ValueError("not the name of a machine on the internet")
    return PushService(host, port, _get_path(parts))


def _get_path(parts: SplitResult) -> str:
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def find_address(place: PushService, seconds: float) -> Address:
    """Resolve the address once, so that no second lookup leads elsewhere.

    Raises Unreachable, also if any of the addresses is not public: no push service has such.
    """
    found = _within(seconds, lambda: socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM))
    addresses = [Address(info[0], info[4]) for info in found]
    if not addresses or not all(is_public(str(address.at[0])) for address in addresses):
        raise Unreachable("no address on the internet")
    return addresses[0]


def is_public(text: str) -> bool:
    """Return True for public addresses: not local, private, unassigned or multicast."""
    address = ip_address(text)
    inner = _carried(address) if isinstance(address, IPv6Address) else None
    if inner is not None:
        return is_public(str(inner))
    if isinstance(address, IPv6Address) and address not in _UNICAST:
        return False
    return address.is_global and not address.is_multicast and address not in _PROTOCOLS


def _carried(address: IPv6Address) -> IPv4Address | None:
    """Return the IPv4 address that an IPv6 address finally leads to."""
    if address in _TRANSLATED:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)


def _within(seconds: float, ask: Callable[[], list[Any]]) -> list[Any]:
    """Look up a name in a thread, since lookups have no time limit. Raises Unreachable."""
    answers: SimpleQueue[list[Any]] = SimpleQueue()

    def answer() -> None:
        try:
            answers.put(ask())
        except (OSError, UnicodeError):
            answers.put([])

    Thread(target=answer, daemon=True).start()
    try:
        return answers.get(timeout=seconds)
    except Empty:
        raise Unreachable("its name was not found in time") from None


def post_message(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Send a message and return the status. Raises Unreachable, and ValueError for a forbidden address."""
    place = read_place(url)
    address = find_address(place, SECONDS)
    try:
        with _connected(place, address) as connection:
            connection.sendall(_get_head(place, body, headers) + body)
            return _read_status(connection)
    except OSError as wrong:  # also of TLS
        raise Unreachable(type(wrong).__name__) from None


@contextmanager
def _connected(place: PushService, address: Address) -> Iterator[ssl.SSLSocket]:
    """Connect to that address only; the certificate must match the name."""
    with socket.socket(address.family, socket.SOCK_STREAM) as plain, plain.dup() as same:
        plain.settimeout(SECONDS)
        end = Timer(SECONDS, _hang_up, (same,))
        end.daemon = True
        end.start()
        try:
            plain.connect(address.at)
            with trusted_context().wrap_socket(plain, server_hostname=place.host) as secured:
                yield secured
        finally:
            end.cancel()


def trusted_context() -> ssl.SSLContext:
    """Return a context that trusts the certificates of the machine."""
    return ssl.create_default_context()


def _hang_up(connection: socket.socket) -> None:
    """Close the connection, which ends waiting at once, even if bytes still trickle in."""
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


def _get_head(place: PushService, body: bytes, headers: Mapping[str, str]) -> bytes:
    given = {
        "Host": place.origin.removeprefix("https://"),
        "Connection": "close",
        "Content-Length": str(len(body)),
        **headers,
    }
    lines = [f"POST {place.path} HTTP/1.1", *(f"{name}: {value}" for name, value in given.items())]
    return "\r\n".join([*lines, "", ""]).encode("ascii")


def _read_status(connection: ssl.SSLSocket) -> int:
    read = b""
    while b"\n" not in read and len(read) < LONGEST_LINE:
        more = connection.recv(LONGEST_LINE)
        if not more:
            break
        read += more
    found = _STATUS.match(read)
    if found is None:
        raise Unreachable("no answer of HTTP")
    return int(found[1])
