"""A message that one browser alone can read: RFC 8291, which is RFC 8188 (aes128gcm) with keys of its own."""

from __future__ import annotations

import os
from typing import Final, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE: Final = ec.SECP256R1()
POINT: Final = 65  # bytes of a public key
SECRET: Final = 16  # bytes that browser and server share from the start
SALT: Final = 16
RECORD: Final = 4096  # bytes that every push service takes
MOST: Final = RECORD - (SALT + 4 + 1 + POINT) - 1 - 16  # bytes of a message: less head, end mark and seal
_END: Final = b"\x02"  # of the last record, and there is one


class Receiver(NamedTuple):
    """What a browser hands out with its subscription."""

    public: bytes
    secret: bytes


def check_receiver(receiver: Receiver) -> None:
    """Raises ValueError where nothing could be sealed for it."""
    if len(receiver.public) != POINT or len(receiver.secret) != SECRET:
        raise ValueError("keys of a wrong length")
    ec.EllipticCurvePublicKey.from_encoded_point(CURVE, receiver.public)


def seal_message(
    text: bytes, receiver: Receiver, *, own: ec.EllipticCurvePrivateKey | None = None, salt: bytes | None = None
) -> bytes:
    """The body of the request. Key and salt are new each time; only the tests of the standard give them.

    Raises ValueError where the text has more than `MOST` bytes.
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
