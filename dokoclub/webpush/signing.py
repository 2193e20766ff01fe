"""By whom is a message? A token for its push service, signed with the key of this install (VAPID, RFC 8292)."""

from __future__ import annotations

import base64
import binascii
import json
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from dokoclub.environment import stored_secret
from dokoclub.webpush.sealing import CURVE, public_point

FILE: Final = "vapid_key"
LASTS: Final = 12 * 60 * 60  # seconds; a push service refuses tokens that are good for more than a day
_NUMBER: Final = 32  # bytes of a private key, and of either half of a signature


def load_key(folder: Path) -> ec.EllipticCurvePrivateKey:
    """The key of this install, made where there is none, in a file that its owner alone can read.

    With another key all browsers would have to be asked anew. Raises ValueError where the file holds no key.
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
    """The public half, as browsers ask for it and push services compare it."""
    return pack_bytes(public_point(key))


def sign_token(key: ec.EllipticCurvePrivateKey, *, audience: str, contact: str, now: int) -> str:
    """The header `Authorization` of a message: `audience` is the origin of the push service, `now` seconds of 1970."""
    head = _json({"typ": "JWT", "alg": "ES256"})
    claims = _json({"aud": audience, "exp": now + LASTS, "sub": f"mailto:{contact}"})
    signed = f"{head}.{claims}"
    halves = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(SHA256())))
    signature = pack_bytes(b"".join(half.to_bytes(_NUMBER, "big") for half in halves))
    return f"vapid t={signed}.{signature}, k={name_key(key)}"


def pack_bytes(raw: bytes) -> str:
    """Base64 for addresses, without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def unpack_text(text: str) -> bytes:
    """The way back, with or without padding. Raises ValueError where it is none."""
    bare = text.rstrip("=")
    try:
        return base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)
    except binascii.Error as wrong:
        raise ValueError(str(wrong)) from None


def _json(claims: dict[str, object]) -> str:
    return pack_bytes(json.dumps(claims, separators=(",", ":")).encode())
