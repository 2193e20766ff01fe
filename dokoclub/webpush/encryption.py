"""Encryption for one browser: RFC 8291, that is RFC 8188 (aes128gcm) with its own keys; and VAPID tokens."""

import base64
import binascii
import json
import os
from pathlib import Path
from typing import Final, NamedTuple

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
